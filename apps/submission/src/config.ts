import path from 'node:path';
import { staffTotp } from '@shipyard/auth';
import { mailSettings } from '@shipyard/mail/settings';
import {
  address,
  addressRanges,
  flag,
  listenHost,
  oneOf,
  optional,
  port,
  publicUrl,
  readConfig,
  redisServer,
  type Setting,
  text,
  wholeNumber,
} from '@shipyard/platform/config';
import { observationSettings } from '@shipyard/platform/observation';
import { objectStoreSettings } from '@shipyard/platform/object-store';
import { type KeyRing, keyRing } from '@shipyard/platform/sealing';

export const CONFIG = Symbol('configuration');

const REDIS = optional(redisServer());
const production = (environment: NodeJS.ProcessEnv) => environment.NODE_ENV === 'production';

const shared = (environment: NodeJS.ProcessEnv) => ({
  NODE_ENV: oneOf(['production', 'development', 'test'], 'development'),
  DEMO: flag(!production(environment)),
  DATA_DIR: text('the path of a folder', './.data'),
  SUBMISSION_DATABASE_URL: address(['postgres', 'postgresql']),
});

const masterKeys = ({ SHIPMENT_MASTER_KEYS_FILE }: NodeJS.ProcessEnv) => ({
  SHIPMENT_MASTER_KEYS: (SHIPMENT_MASTER_KEYS_FILE ?? '').trim() === '' ? keyRing() : NOT_BESIDE_FILE,
  SHIPMENT_MASTER_KEYS_FILE: optional(text('the path of a file with a key ring')),
});

const NOT_BESIDE_FILE: Setting<KeyRing | undefined> = {
  takes: 'no value while SHIPMENT_MASTER_KEYS_FILE is set',
  parse: () => undefined,
  optional: true,
};

const NPM_NAME: Setting<string> = {
  takes: 'the name of a package on npm, such as @example/shipyard',
  parse: (value) => (/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(value) ? value : undefined),
  fallback: '@shipyard/cli',
};

const running = (environment: NodeJS.ProcessEnv) => ({
  ...shared(environment),
  /** If absent, the queue lives in Postgres, in the schema submission_queue. */
  REDIS_URL: production(environment) ? redisServer() : REDIS,
  /** Sign the URLs of images of private projects. The first key is the current one. */
  URL_SIGNING_KEYS: keyRing(),
  IMAGE_PROXY: flag(production(environment)),
  ...objectStoreSettings(environment),
  ...observationSettings(),
  /** The worker deletes recipient data after this time if the prize was not sent, and the shipping page says so. */
  SHIPMENT_RETENTION_DAYS: wholeNumber({ min: 1, max: 3_650, unit: 'days' }, 180),
  /** Below this age, publishing and shipping need a guardian. 0: never. An unknown age passes. */
  GUARDIAN_CONSENT_BELOW: wholeNumber({ min: 0, max: 120, unit: 'years' }, 16),
});

/** Without SMTP_URL, mail is written to DATA_DIR/mail. With it, readers get links and a sender that are ours. */
function linkedMailSettings(environment: NodeJS.ProcessEnv) {
  const needsUrl = (environment.SMTP_URL ?? '').trim() !== '' && production(environment);
  return {
    // The worker has no port of its own, so it needs the public URL to know the host that readers see.
    ...mailSettings(environment, environment.SUBMISSION_PUBLIC_URL),
    SUBMISSION_PUBLIC_URL: needsUrl
      ? { ...publicUrl(environment), optional: false }
      : { ...publicUrl(environment), optional: true, fallback: 'http://127.0.0.1:3000' },
  };
}

export type HttpConfig = ReturnType<typeof readHttpConfig>;
export type WorkerConfig = ReturnType<typeof readWorkerConfig>;

export function readPrepareConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, {
    ...shared(environment),
    /** The database URL for the role that owns the schema. If absent, the serving role owns it. */
    SUBMISSION_OWNER_DATABASE_URL: optional(address(['postgres', 'postgresql'])),
  });
  return {
    ...values,
    DATA_DIR: path.resolve(values.DATA_DIR),
    ownerUrl: values.SUBMISSION_OWNER_DATABASE_URL ?? values.SUBMISSION_DATABASE_URL,
    queuesInPostgres: !production(environment) && (environment.REDIS_URL ?? '').trim() === '',
  };
}

export function readHttpConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, {
    ...running(environment),
    SUBMISSION_PORT: port(3000),
    HOST: listenHost(environment),
    /** With https, cookies are secure. If absent, it is the URL at which the service listens. */
    SUBMISSION_PUBLIC_URL: publicUrl(environment),
    /** Sign the CSRF tokens of sessions, fingerprint idempotent requests, and encrypt the secrets of second factors. */
    SESSION_KEYS: keyRing(),
    /** A streaming replica for the reads of visitors. If absent, the primary serves them. */
    SUBMISSION_READ_DATABASE_URL: optional(address(['postgres', 'postgresql'])),
    /** A replica that is further behind is not asked. */
    SUBMISSION_READ_MAX_LAG_MS: wholeNumber({ min: 100, max: 60_000, unit: 'milliseconds' }, 1_000),
    ...masterKeys(environment),
    INTERVIEW_TTL_SECONDS: wholeNumber({ min: 1, max: 86_400, unit: 'seconds' }, 600),
    STAFF_TOTP: staffTotp(environment),
    REGISTRATION: oneOf(['open', 'closed'], 'open'),
    /** Younger people cannot have an account. 0: no limit. An unknown age passes. */
    MINIMUM_AGE: wholeNumber({ min: 0, max: 120, unit: 'years' }, 13),
    /** Pages say how to install the command line. */
    CLI_PACKAGE: NPM_NAME,
    /** IP addresses and CIDR ranges whose X-Forwarded-For is trusted. */
    TRUSTED_PROXIES: addressRanges(),
  });
  return { ...values, DATA_DIR: path.resolve(values.DATA_DIR) };
}

/** Without SUBMISSION_PUBLIC_URL: the URL at which the service listens. */
export const publicUrlOf = (config: Pick<HttpConfig, 'SUBMISSION_PUBLIC_URL' | 'SUBMISSION_PORT'>) =>
  config.SUBMISSION_PUBLIC_URL ?? `http://127.0.0.1:${config.SUBMISSION_PORT}`;

export function readRotationConfig(environment: NodeJS.ProcessEnv) {
  const { SUBMISSION_DATABASE_URL } = shared(environment);
  return readConfig(environment, { SUBMISSION_DATABASE_URL, ...masterKeys(environment) });
}

/** For the projects that a demo shows. They need a database and an object store, and no secret of the service. */
export function readShowcaseConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, { ...shared(environment), ...objectStoreSettings(environment) });
  return { ...values, DATA_DIR: path.resolve(values.DATA_DIR) };
}

export function readWorkerConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, {
    ...running(environment),
    GATEWAY_URL: address(['http', 'https']),
    REVIEW_GATEWAY_KEY: text('an enterprise key (gwk_…) of the gateway'),
    REVIEW_MODEL: text('the id of a text model of the gateway'),
    ...linkedMailSettings(environment),
  });
  return { ...values, DATA_DIR: path.resolve(values.DATA_DIR) };
}
