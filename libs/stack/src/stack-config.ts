import path from 'node:path';
import {
  address,
  flag,
  isDemo,
  listenHost,
  metricsPort,
  oneOf,
  optional,
  port,
  readConfig,
  redisServer,
  type Setting,
  text,
  wholeNumber,
} from '@shipyard/platform/config';
import { keyRing } from '@shipyard/platform/sealing';

export type StackConfig = ReturnType<typeof readStackConfig>;

const SUBMISSION_DRAIN_SECONDS = 30;
const GRACE_MARGIN_MS = 5_000;

const POSTGRES_SCHEMES = ['postgres', 'postgresql'];

const settings = (environment: NodeJS.ProcessEnv, redisFound: boolean) => {
  const production = environment.NODE_ENV === 'production';
  // In production, nobody would know that generated secrets must be kept.
  const secret = isDemo(environment) && !production ? optional(keyRingText()) : keyRingText();
  const bothOrNeither = (other: string) =>
    environment[other]?.trim() ? databaseAddress(`, because ${other} is set`) : optional(databaseAddress());
  return {
    NODE_ENV: oneOf(['production', 'development', 'test'], 'development'),
    DEMO: flag(!production),
    DATA_DIR: text('the path of a folder', './.data'),
    HOST: listenHost(environment),
    SUBMISSION_PORT: port(3000),
    GATEWAY_PORT: portOtherThan('SUBMISSION_PORT', environment.SUBMISSION_PORT, 3100),
    SUBMISSION_PUBLIC_URL: optional(address(['http', 'https'])),
    GATEWAY_PUBLIC_URL: optional(address(['http', 'https'])),
    /** Its role may create roles and schemas. If all three URLs are absent, Postgres is embedded. */
    DATABASE_URL: optional(databaseAddress()),
    SUBMISSION_DATABASE_URL: bothOrNeither('GATEWAY_DATABASE_URL'),
    GATEWAY_DATABASE_URL: bothOrNeither('SUBMISSION_DATABASE_URL'),
    SUBMISSION_OWNER_DATABASE_URL: optional(databaseAddress()),
    GATEWAY_OWNER_DATABASE_URL: optional(databaseAddress()),
    REDIS_URL: production && !redisFound ? redisInProduction() : optional(redisServer()),
    SHUTDOWN_SECONDS: optional(wholeNumber({ min: 1, max: 7_200, unit: 'seconds' })),
    REQUEST_DEADLINE_SECONDS: wholeNumber({ min: 1, max: 3_600, unit: 'seconds' }, 600),
    METRICS_PORT: metricsPort(),
    METRICS_HOST: text('the address to listen on', '127.0.0.1'),
    GATEWAY_CONFIG: text('the path of a catalog file', 'config/gateway.yaml'),
    GATEWAY_URL: optional(address(['http', 'https'])),
    REVIEW_GATEWAY_KEY: optional(text('an enterprise key (gwk_…) of the gateway')),
    REVIEW_MODEL: optional(text('the id of a text model of the gateway')),
    SHIPMENT_MASTER_KEYS:
      (environment.SHIPMENT_MASTER_KEYS_FILE ?? '').trim() === '' ? secret : optional(keyRingText()),
    SHIPMENT_MASTER_KEYS_FILE: optional(text('the path of a file with a key ring')),
    GATEWAY_MASTER_KEYS: secret,
    URL_SIGNING_KEYS: secret,
    SESSION_KEYS: secret,
  };
};

/** `redisFound`: Redis is on the PATH, as production requires. */
export function readStackConfig(environment: NodeJS.ProcessEnv, redisFound: boolean) {
  const values = readConfig(environment, settings(environment, redisFound));
  return {
    ...values,
    DATA_DIR: path.resolve(values.DATA_DIR),
    GATEWAY_CONFIG: path.resolve(values.GATEWAY_CONFIG),
    /** Slightly longer than any service takes by itself. */
    stopGraceMs:
      Math.max(SUBMISSION_DRAIN_SECONDS, values.SHUTDOWN_SECONDS ?? values.REQUEST_DEADLINE_SECONDS + 10) * 1_000 +
      GRACE_MARGIN_MS,
    makesSecrets: values.DEMO && values.NODE_ENV !== 'production',
    environment,
  };
}

function databaseAddress(addition = ''): Setting<string> {
  const setting = address(POSTGRES_SCHEMES);
  return { ...setting, takes: `${setting.takes}${addition}` };
}

function redisInProduction(): Setting<string> {
  const setting = redisServer();
  return {
    ...setting,
    takes: `${setting.takes} in production, because there is no redis-server or valkey-server on the PATH`,
  };
}

function portOtherThan(otherName: string, other: string | undefined, fallback: number): Setting<number> {
  const setting = port(fallback);
  return {
    ...setting,
    takes: `${setting.takes}, other than ${otherName}`,
    parse: (value) => (value !== '0' && value === other?.trim() ? undefined : setting.parse(value)),
  };
}

function keyRingText(): Setting<string> {
  const setting = keyRing();
  return { takes: setting.takes, parse: (value) => (setting.parse(value) === undefined ? undefined : value) };
}
