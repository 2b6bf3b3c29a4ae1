export { roleFor } from './build-request';
export { type FaultyDocument, type FieldFault, fieldFaults } from './field-faults';
export { type HostileReport, soakHostile } from './soak-hostile';
