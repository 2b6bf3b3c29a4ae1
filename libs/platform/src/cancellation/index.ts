export { Stop, type StopSignal } from './stop-signal';
export { withTimeout } from './with-timeout';
