export { ReplicaReads } from './replica-reads';
export { ReplicaWatch } from './replica-watch';
