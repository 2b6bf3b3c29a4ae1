export {
  address,
  addressRanges,
  ConfigError,
  flag,
  isDemo,
  listenHost,
  metricsPort,
  oneOf,
  optional,
  port,
  publicUrl,
  readConfig,
  type Setting,
  text,
  wholeNumber,
} from './config';
export { ContextStore } from './context-store';
export {
  assertMigrated,
  bigintColumn,
  CALL_TIME_LIMIT_MS,
  connectDatabase,
  createDataSource,
  type DatabaseOptions,
  isDatabaseUnavailable,
  migrate,
  poolOf,
  revertMigration,
  violatedConstraint,
} from './database';
export { errorCodeOf } from './error-code';
export { beginWork, drainEnd, drainEndSignal, endDrain, ProcessEnding } from './in-flight';
export { isJsonObject, type JsonObject } from './json-object';
export { KeyRing, keyRing } from './key-ring';
export { createLogger, LOGGER, type Logger, NestLogger } from './logger';
export { databaseQueries, httpDuration, metrics } from './metrics';
export { FolderStore } from './object-store/folder-store';
export {
  type FoundObject,
  LEFT_OVER,
  ObjectCorrupt,
  ObjectOvertaken,
  ObjectStore,
  ObjectStoreUnavailable,
  type StoredObject,
} from './object-store/object-store';
export {
  objectStoreSettings,
  openObjectStore,
  openStoreOf,
  STORE_KINDS,
  type StoreKind,
} from './object-store/open-object-store';
export type { S3Settings } from './object-store/s3-client';
export { S3Store } from './object-store/s3-store';
export { StorePair } from './object-store/store-pair';
export { retryDuringOutage } from './retry-during-outage';
export {
  enqueue,
  type JobData,
  migrateQueue,
  missingJobs,
  oneWorkerPerQueue,
  type QueueServer,
  queueModule,
  queueServerModule,
  stopTakingJobs,
} from './queues';
export { type RateDecision, type RateLimit, RateLimiter } from './rate-limiter';
export { connectRedis } from './redis';
export { currentRequestId, requestContexts } from './request-context';
export { seal, sealByRing, unseal, unsealByRing } from './sealing';
export { grantServing, roleOf, type ServingRights, setServingRights } from './serving-rights';
export { isDraining, printStartFailure, type RunningService, runService } from './service-process';
export { Stop, type StopSignal } from './stop-signal';
export { inBatches, Sweep, sweeper } from './sweep';
export { loadTokenizer, type Tokenizer } from './tokenizer';
export { uuidv7 } from './uuid';
export { withTimeout } from './with-timeout';
