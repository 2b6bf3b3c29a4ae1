import path from 'node:path';
import { address, addressRanges, flag, keyRing, listenHost, metricsPort, oneOf, optional, port, readConfig, text, wholeNumber } from '@shipyard/platform';

/** Injects the configuration of the process: an HttpConfig or a WorkerConfig. */
export const CONFIG = Symbol('configuration');

const REDIS = optional(address(['redis', 'rediss']));
const production = (environment: NodeJS.ProcessEnv) => environment.NODE_ENV === 'production';

const shared = (environment: NodeJS.ProcessEnv) => ({
  NODE_ENV: oneOf(['production', 'development', 'test'], 'development'),
  /** Demo data, short waits. */
  DEMO: flag(!production(environment)),
  DATA_DIR: text('a folder', './.data'),
  SUBMISSION_DATABASE_URL: address(['postgres', 'postgresql']),
});

const running = (environment: NodeJS.ProcessEnv) => ({
  ...shared(environment),
  /** Absent: the queue lives in Postgres, in the schema submission_queue. */
  REDIS_URL: production(environment) ? address(['redis', 'rediss']) : REDIS,
  /** Signs the addresses of images of private projects, the current key first. */
  URL_SIGNING_KEYS: keyRing(),
  METRICS_PORT: metricsPort(),
  METRICS_HOST: text('the address to listen on', '127.0.0.1'),
});

export type HttpConfig = ReturnType<typeof readHttpConfig>;
export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

/** What `prepare` needs. */
export function readPrepareConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, shared(environment));
  return { ...values, DATA_DIR: path.resolve(values.DATA_DIR) };
}

/** What the process that serves HTTP needs. */
export function readHttpConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, {
    ...running(environment),
    SUBMISSION_PORT: port(3000),
    HOST: listenHost(environment),
    /** The address that users see; under https cookies are for https alone. Absent: where the service listens. */
    SUBMISSION_PUBLIC_URL: optional(address(['http', 'https'])),
    /** Sign the CSRF tokens of sessions, and fingerprint idempotent requests. */
    SESSION_KEYS: keyRing(),
    /** Wrap the data keys of shipments, the current key first. */
    SHIPMENT_MASTER_KEYS: keyRing(),
    /** How long the credential of an interview can be redeemed. */
    INTERVIEW_TTL_SECONDS: wholeNumber({ min: 1, max: 86_400, unit: 'seconds' }, 600),
    /** Whether anybody may make an account. */
    REGISTRATION: oneOf(['open', 'closed'], 'open'),
    /** Addresses and CIDR ranges whose X-Forwarded-For counts. */
    TRUSTED_PROXIES: addressRanges(),
  });
  return { ...values, DATA_DIR: path.resolve(values.DATA_DIR) };
}

/** What the command that rotates the master keys of shipments needs. */
export function readRotationConfig(environment: NodeJS.ProcessEnv) {
  const { SUBMISSION_DATABASE_URL } = shared(environment);
  return readConfig(environment, { SUBMISSION_DATABASE_URL, SHIPMENT_MASTER_KEYS: keyRing() });
}

/** What the process that works on jobs needs. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, {
    ...running(environment),
    /** The gateway that reviews are asked of, and the enterprise key to ask with. */
    GATEWAY_URL: address(['http', 'https']),
    REVIEW_GATEWAY_KEY: text('an enterprise key (gwk_…) of the gateway'),
    REVIEW_MODEL: text('the id of a text model of the gateway'),
    /** Recipient data of a shipment that nobody has sent by then is deleted. */
    SHIPMENT_RETENTION_DAYS: wholeNumber({ min: 1, max: 3_650, unit: 'days' }, 180),
  });
  return { ...values, DATA_DIR: path.resolve(values.DATA_DIR) };
}
