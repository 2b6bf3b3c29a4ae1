export { HOSTILE_PART_NAMES } from './hostile-form';
export { type HostileReport, soakHostile } from './soak-hostile';
