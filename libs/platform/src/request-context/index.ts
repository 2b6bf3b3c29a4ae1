export { ContextStore } from './context-store';
export { currentRequestId, type RequestContext, requestContexts } from './request-context';
