export { closeIdle } from './close-idle';
export {
  assertMigrated,
  bigintColumn,
  CALL_TIME_LIMIT_MS,
  connectDatabase,
  createDataSource,
  type DatabaseOptions,
  DatabaseUnavailable,
  IDLE_FOR_MS,
  isDatabaseUnavailable,
  isGivenUp,
  migrate,
  poolOf,
  revertMigration,
  revertMigrations,
  sqlState,
  violatedConstraint,
} from './database';
export { plannedOnce } from './planned-once';
export { retryDuringOutage } from './retry-during-outage';
export { grantServing, roleOf, type ServingRights, setServingRights } from './serving-rights';
