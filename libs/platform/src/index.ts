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
export { beginWork } from './in-flight';
export { isJsonObject, type JsonObject } from './json-object';
export { KeyRing, keyRing } from './key-ring';
export { createLogger, type Logger, NestLogger } from './logger';
export { databaseQueries, httpDuration, metrics } from './metrics';
export { ObjectStore, ObjectStoreUnavailable } from './object-store';
export { outlastOutage } from './outlast-outage';
export { enqueue, type JobData, oneWorkerPerQueue, type QueueServer, queuesModule } from './queues';
export { connectRedis } from './redis';
export { currentRequestId, requestContexts } from './request-context';
export { seal, sealByRing, unseal, unsealByRing } from './sealing';
export { isDraining, printStartFailure, type RunningService, runService } from './service-process';
export { Stop, type StopSignal } from './stop-signal';
export { Sweep } from './sweep';
export { loadTokenizer, type Tokenizer } from './tokenizer';
export { uuidv7 } from './uuid';
