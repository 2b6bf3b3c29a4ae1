export { ContextStore } from './context-store';
export { currentRequestId, requestContexts } from './request-context';
