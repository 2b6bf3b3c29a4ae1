import { staffTotp } from '@shipyard/auth';
import { addresses, mailSettings } from '@shipyard/mail/settings';
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
  text,
  wholeNumber,
} from '@shipyard/platform/config';
import { observationSettings } from '@shipyard/platform/observation';
import { objectStoreSettings } from '@shipyard/platform/object-store';
import { keyRing } from '@shipyard/platform/sealing';

export const CONFIG = Symbol('gateway config');
export { LOGGER } from '@shipyard/platform/logger';

const REDIS = redisServer();
const POSTGRES = address(['postgres', 'postgresql']);
const isProduction = (environment: NodeJS.ProcessEnv) => environment.NODE_ENV === 'production';

const shared = (environment: NodeJS.ProcessEnv) => ({
  NODE_ENV: oneOf(['development', 'test', 'production'], 'development'),
  DEMO: flag(!isProduction(environment)),
  DATA_DIR: text('the path of a writable folder', './.data'),
  GATEWAY_DATABASE_URL: POSTGRES,
  GATEWAY_MASTER_KEYS: keyRing(),
});

const serving = (environment: NodeJS.ProcessEnv) => ({
  ...shared(environment),
  ENABLE_SANDBOX: flag(!isProduction(environment)),
  HOST: listenHost(environment),
  GATEWAY_PORT: port(3100),
  GATEWAY_PUBLIC_URL: publicUrl(environment),
  REDIS_URL: isProduction(environment) ? REDIS : optional(REDIS),
  ...objectStoreSettings(environment),
  ...observationSettings(),
  URL_SIGNING_KEYS: keyRing(),
  TRUSTED_PROXIES: addressRanges(),
  IMAGE_URL_TTL_SECONDS: wholeNumber({ min: 1, max: 604_800, unit: 'seconds' }, 3_600),
  IMAGE_TASK_TTL_SECONDS: wholeNumber({ min: 1, max: 2_592_000, unit: 'seconds' }, 86_400),
  /** Holds of a process without a heartbeat for this long are released, at most 10 minutes after its death. */
  PROCESS_DEAD_AFTER_SECONDS: wholeNumber({ min: 2, max: 240, unit: 'seconds' }, 60),
  /** Opens if FAILURE_PERCENT of at least MIN_CALLS calls fail. Probes with one call after OPEN_SECONDS. */
  BREAKER_WINDOW_SECONDS: wholeNumber({ min: 1, max: 3_600, unit: 'seconds' }, 30),
  BREAKER_MIN_CALLS: wholeNumber({ min: 1, max: 100_000 }, 10),
  BREAKER_FAILURE_PERCENT: wholeNumber({ min: 1, max: 100, unit: 'percent' }, 50),
  BREAKER_OPEN_SECONDS: wholeNumber({ min: 1, max: 3_600, unit: 'seconds' }, 15),
  /** The request log, finished image tasks and past budget windows. The ledger is kept forever. */
  REQUEST_LOG_KEPT_DAYS: wholeNumber({ min: 1, max: 3_650, unit: 'days' }, 90),
  IMAGE_TASKS_KEPT_DAYS: wholeNumber({ min: 31, max: 3_650, unit: 'days' }, 90),
  BUDGET_WINDOWS_KEPT_DAYS: wholeNumber({ min: 62, max: 3_650, unit: 'days' }, 400),
  /** Who gets the alerts of operators by mail. */
  OPERATOR_MAIL_TO: addresses(20),
  OPERATOR_MAIL_LANGUAGE: oneOf(['en', 'zh-CN'], 'en'),
  REQUEST_DEADLINE_SECONDS: wholeNumber({ min: 1, max: 3_600, unit: 'seconds' }, 600),
  /** How long a process may take to stop. Defaults to the request deadline plus 10 s. */
  SHUTDOWN_SECONDS: optional(wholeNumber({ min: 1, max: 7_200, unit: 'seconds' })),
});

const drainMsOf = ({
  SHUTDOWN_SECONDS,
  REQUEST_DEADLINE_SECONDS,
}: {
  SHUTDOWN_SECONDS: number | undefined;
  REQUEST_DEADLINE_SECONDS: number;
}) => (SHUTDOWN_SECONDS ?? REQUEST_DEADLINE_SECONDS + 10) * 1_000;

/** What both processes read. */
export type GatewayConfig = Omit<ReturnType<typeof readWorkerConfig>, keyof ReturnType<typeof mailSettings>>;
export type WorkerConfig = ReturnType<typeof readWorkerConfig>;
export type HttpConfig = ReturnType<typeof readHttpConfig>;

const publicUrlOf = ({
  GATEWAY_PUBLIC_URL,
  HOST,
  GATEWAY_PORT,
}: {
  GATEWAY_PUBLIC_URL: string | undefined;
  HOST: string;
  GATEWAY_PORT: number;
}) => GATEWAY_PUBLIC_URL ?? `http://${HOST}:${GATEWAY_PORT}`;

/** The environment is read in this file only. Throws a ConfigError with one line per problem. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, {
    ...serving(environment),
    ...mailSettings(environment, environment.GATEWAY_PUBLIC_URL),
  });
  return { ...values, publicUrl: publicUrlOf(values), drainMs: drainMsOf(values) };
}

export function readHttpConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, {
    ...serving(environment),
    /** For CSRF tokens of the console, fingerprints of idempotent requests, and secrets of second factors. */
    SESSION_KEYS: keyRing(),
    STAFF_TOTP: staffTotp(environment),
    /** Requests that come straight from these addresses continue the trace of their caller. */
    TRACE_CALLERS: { ...addressRanges(), fallback: ['127.0.0.0/8', '::1'] },
    /** The minimum time that a stopping process accepts requests, until the load balancer has noticed. */
    SHUTDOWN_LISTEN_SECONDS: wholeNumber({ min: 0, max: 60, unit: 'seconds' }, isProduction(environment) ? 5 : 0),
  });
  return { ...values, publicUrl: publicUrlOf(values), drainMs: drainMsOf(values) };
}

export function readPrepareConfig(environment: NodeJS.ProcessEnv) {
  const values = readConfig(environment, {
    ...shared(environment),
    /** The URL for the role that owns the schema. If absent, the serving role owns it. */
    GATEWAY_OWNER_DATABASE_URL: optional(POSTGRES),
    GATEWAY_CONFIG: text('the path of a catalog file', 'config/gateway.yaml'),
  });
  return {
    ...values,
    ownerUrl: values.GATEWAY_OWNER_DATABASE_URL ?? values.GATEWAY_DATABASE_URL,
    queuesInPostgres: !isProduction(environment) && (environment.REDIS_URL ?? '').trim() === '',
    reviewKey: values.DEMO
      ? readConfig(environment, { REVIEW_GATEWAY_KEY: optional(text('an enterprise key')) }).REVIEW_GATEWAY_KEY
      : undefined,
  };
}

export function readDatabaseConfig(environment: NodeJS.ProcessEnv) {
  return readConfig(environment, { GATEWAY_DATABASE_URL: POSTGRES });
}
