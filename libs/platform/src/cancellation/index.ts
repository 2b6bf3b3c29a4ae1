export { LightAbortController, type AbortSignalLike } from './light-abort-controller';
export { withTimeout } from './with-timeout';
