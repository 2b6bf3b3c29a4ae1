export { watchPool, watchQueue } from './debug-facts';
