export { FairQueue, type FairQueueLimits, QueueOverloaded } from './fair-queue';
export { Places } from './places';
