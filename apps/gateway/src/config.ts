import { address, addressRanges, flag, keyRing, listenHost, metricsPort, oneOf, optional, port, readConfig, text, wholeNumber } from '@shipyard/platform';

/** Injects the GatewayConfig. */
export const CONFIG = Symbol('gateway config');
/** Injects the process's logger. */
export const LOGGER = Symbol('logger');

const REDIS = address(['redis', 'rediss']);

const settings = (environment: NodeJS.ProcessEnv) => {
  const production = environment.NODE_ENV === 'production';
  return {
    NODE_ENV: oneOf(['development', 'test', 'production'], 'development'),
    /** Demo customers, keys and credit. */
    DEMO: flag(!production),
    /** Lets the sandbox supplier serve in production too. */
    ENABLE_SANDBOX: flag(!production),
    HOST: listenHost(environment),
    GATEWAY_PORT: port(3100),
    GATEWAY_PUBLIC_URL: optional(address(['http', 'https'])),
    DATA_DIR: text('a folder that can be written', './.data'),
    GATEWAY_DATABASE_URL: address(['postgres', 'postgresql']),
    /** Absent: the queue lives in Postgres, in the schema gateway_queue. */
    REDIS_URL: production ? REDIS : optional(REDIS),
    METRICS_PORT: metricsPort(),
    METRICS_HOST: text('the address to listen on', '127.0.0.1'),
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

