import type { ServerAddresses } from './data/running-record';
import type { StackSecrets } from './data/secrets';
import type { Service } from './processes/service-processes';
import type { StackAddresses } from './stack-addresses';
import type { StackConfig } from './stack-config';

export type ServiceEntry = 'main' | 'worker' | 'prepare' | 'showcase';

const TOLD: Record<string, readonly `${Service} ${ServiceEntry}`[]> = {
  DATABASE_URL: [],
  SUBMISSION_DATABASE_URL: ['submission main', 'submission worker', 'submission prepare', 'submission showcase'],
  GATEWAY_DATABASE_URL: ['gateway main', 'gateway worker', 'gateway prepare'],
  SUBMISSION_OWNER_DATABASE_URL: ['submission prepare'],
  GATEWAY_OWNER_DATABASE_URL: ['gateway prepare'],
  SHIPMENT_MASTER_KEYS: ['submission main'],
  SHIPMENT_MASTER_KEYS_FILE: ['submission main'],
  GATEWAY_MASTER_KEYS: ['gateway main', 'gateway worker', 'gateway prepare'],
  URL_SIGNING_KEYS: ['submission main', 'submission worker', 'gateway main', 'gateway worker'],
  SESSION_KEYS: ['submission main', 'gateway main'],
  REVIEW_GATEWAY_KEY: ['submission worker', 'gateway prepare'],
  SMTP_URL: ['submission worker', 'gateway worker'],
  S3_ACCESS_KEY_ID: ['submission main', 'submission worker', 'submission showcase', 'gateway main', 'gateway worker'],
  S3_SECRET_ACCESS_KEY: [
    'submission main',
    'submission worker',
    'submission showcase',
    'gateway main',
    'gateway worker',
  ],
};

export interface StackFacts {
  config: StackConfig;
  addresses: StackAddresses;
  servers: ServerAddresses;
  secrets: StackSecrets;
}

export function serviceEnvironment(service: Service, entry: ServiceEntry, facts: StackFacts): NodeJS.ProcessEnv {
  const { config, addresses, servers, secrets } = facts;
  const made = config.makesSecrets ? secrets : undefined;
  const environment: NodeJS.ProcessEnv = {
    ...config.environment,
    DATA_DIR: config.DATA_DIR,
    HOST: config.HOST,
    DEMO: config.DEMO ? '1' : '0',
    SUBMISSION_PORT: String(addresses.submissionPort),
    GATEWAY_PORT: String(addresses.gatewayPort),
    SUBMISSION_PUBLIC_URL: addresses.submissionPublicUrl,
    GATEWAY_PUBLIC_URL: addresses.gatewayPublicUrl,
    REDIS_URL: servers.redisUrl ?? undefined,
    METRICS_PORT: addresses.metricsPort === null ? undefined : String(addresses.metricsPort),
    METRICS_HOST: config.METRICS_HOST,
    GATEWAY_CONFIG: config.GATEWAY_CONFIG,
    GATEWAY_URL: config.GATEWAY_URL ?? addresses.gatewayUrl,
    REVIEW_MODEL: config.REVIEW_MODEL ?? (config.DEMO ? 'sandbox-chat' : undefined),
    SUBMISSION_DATABASE_URL: servers.submissionDatabaseUrl,
    GATEWAY_DATABASE_URL: servers.gatewayDatabaseUrl,
    SUBMISSION_OWNER_DATABASE_URL: servers.submissionOwnerUrl ?? undefined,
    GATEWAY_OWNER_DATABASE_URL: servers.gatewayOwnerUrl ?? undefined,
    REVIEW_GATEWAY_KEY: config.REVIEW_GATEWAY_KEY ?? made?.reviewGatewayKey,
    SHIPMENT_MASTER_KEYS:
      config.SHIPMENT_MASTER_KEYS ??
      (config.SHIPMENT_MASTER_KEYS_FILE === undefined ? made?.shipmentMasterKeys : undefined),
    GATEWAY_MASTER_KEYS: config.GATEWAY_MASTER_KEYS ?? made?.gatewayMasterKeys,
    URL_SIGNING_KEYS: config.URL_SIGNING_KEYS ?? made?.urlSigningKeys,
    SESSION_KEYS: config.SESSION_KEYS ?? made?.sessionKeys,
  };
  const isTold = (name: string) => TOLD[name]?.includes(`${service} ${entry}`) ?? true;
  // Node passes an undefined variable as the string "undefined".
  return Object.fromEntries(Object.entries(environment).filter(([name, value]) => value !== undefined && isTold(name)));
}
