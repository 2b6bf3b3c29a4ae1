import {
  address,
  addressRanges,
  ConfigError,
  flag,
  keyRing,
  oneOf,
  optional,
  port,
  readConfig,
  text,
  wholeNumber,
} from '@shipyard/platform';

/** Injects the GatewayConfig. */
export const CONFIG = Symbol('gateway config');
/** Injects the process's logger. */
export const LOGGER = Symbol('logger');

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

const settings = (environment: NodeJS.ProcessEnv) => {
  const production = environment.NODE_ENV === 'production';
  return {
    NODE_ENV: oneOf(['development', 'test', 'production'], 'development'),
    /** Demo customers, keys and credit. */
    DEMO: flag(!production),
    /** Lets the sandbox supplier serve in production too. */
    ENABLE_SANDBOX: flag(!production),
    HOST: text('an address of this machine', '127.0.0.1'),
    GATEWAY_PORT: port(3100),
    GATEWAY_PUBLIC_URL: optional(address(['http', 'https'])),
    DATA_DIR: text('a folder that can be written', './.data'),
    GATEWAY_DATABASE_URL: address(['postgres', 'postgresql']),
    REDIS_URL: optional(address(['redis', 'rediss'])),
    METRICS_PORT: optional(port()),
    METRICS_HOST: text('an address of this machine', '127.0.0.1'),
    GATEWAY_CONFIG: text('the path of a catalog file', 'config/gateway.yaml'),
    GATEWAY_MASTER_KEYS: keyRing(),
    URL_SIGNING_KEYS: keyRing(),
    /** For the CSRF tokens of the console, and for telling whether two requests with one Idempotency-Key are the same. */
    SESSION_KEYS: keyRing(),
    IMAGE_URL_TTL_SECONDS: wholeNumber({ min: 1, max: 604_800, unit: 'seconds' }, 3_600),
    IMAGE_TASK_TTL_SECONDS: wholeNumber({ min: 1, max: 2_592_000, unit: 'seconds' }, 86_400),
    /** A process that has not beaten for so long is dead: its holds are released. */
    PROCESS_DEAD_AFTER_SECONDS: wholeNumber({ min: 2, max: 600, unit: 'seconds' }, 60),
    /** A route's circuit breaker: how far back calls count, from how many on and at which share of failures it opens, and for how long. */
    BREAKER_WINDOW_SECONDS: wholeNumber({ min: 1, max: 3_600, unit: 'seconds' }, 30),
    BREAKER_MIN_CALLS: wholeNumber({ min: 1, max: 100_000 }, 10),
    BREAKER_FAILURE_PERCENT: wholeNumber({ min: 1, max: 100, unit: 'percent' }, 50),
    BREAKER_OPEN_SECONDS: wholeNumber({ min: 1, max: 3_600, unit: 'seconds' }, 15),
    /** All attempts of a request together take no longer. */
    REQUEST_DEADLINE_SECONDS: wholeNumber({ min: 1, max: 3_600, unit: 'seconds' }, 600),
    TRUSTED_PROXIES: addressRanges(),
    REVIEW_GATEWAY_KEY: optional(text('an enterprise key')),
  };
};

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;

/** The environment is read in this file and nowhere else. Throws a ConfigError with one line a problem. */
export function readGatewayConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, settings(environment));
  const problems: string[] = [];
  if (values.DEMO && !LOOPBACK.has(values.HOST)) {
    problems.push('DEMO is wrong: it takes 0 where HOST is not a loopback address, because demo secrets are no secrets');
  }
  if (values.NODE_ENV === 'production' && values.REDIS_URL === undefined) {
    problems.push('REDIS_URL is not set: in production it takes an address that begins with redis:// or rediss://');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...values, publicUrl: values.GATEWAY_PUBLIC_URL ?? `http://${values.HOST}:${values.GATEWAY_PORT}` };
}

/** What a command that only reads or writes rows needs. */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv) {
  const { GATEWAY_DATABASE_URL } = settings(environment);
  return readConfig(environment, { GATEWAY_DATABASE_URL });
}

/** Where this service's parts of a process serve their metrics, if at all: N + 2 for HTTP, N + 3 for the worker. */
export function metricsAddress(config: GatewayConfig, offset: 2 | 3): { port: number; host: string } | undefined {
  return config.METRICS_PORT === undefined ? undefined : { port: config.METRICS_PORT + offset, host: config.METRICS_HOST };
}

