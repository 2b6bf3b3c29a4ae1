import type { ServerAddresses } from './data/running-record';
import type { StackSecrets } from './data/secrets';
import type { Service } from './processes/service-processes';
import type { StackAddresses } from './stack-addresses';
import type { StackConfig } from './stack-config';

/** Everything that one service is told: what the user set, what the stack found or made, and none of the other service's secrets. */
export function serviceEnvironment(
  service: Service,
  config: StackConfig,
  addresses: StackAddresses,
  servers: ServerAddresses,
  secrets: StackSecrets,
): NodeJS.ProcessEnv {
  const made = config.makesSecrets ? secrets : undefined;
  const shared: NodeJS.ProcessEnv = {
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
    REVIEW_GATEWAY_KEY: config.REVIEW_GATEWAY_KEY ?? made?.reviewGatewayKey,
    REVIEW_MODEL: config.REVIEW_MODEL ?? (config.DEMO ? 'sandbox-chat' : undefined),
    URL_SIGNING_KEYS: config.URL_SIGNING_KEYS ?? made?.urlSigningKeys,
    SESSION_KEYS: config.SESSION_KEYS ?? made?.sessionKeys,
    DATABASE_URL: undefined,
  };
  const own: NodeJS.ProcessEnv =
    service === 'submission'
      ? {
          SUBMISSION_DATABASE_URL: servers.submissionDatabaseUrl,
          GATEWAY_DATABASE_URL: undefined,
          SHIPMENT_MASTER_KEYS: config.SHIPMENT_MASTER_KEYS ?? made?.shipmentMasterKeys,
          GATEWAY_MASTER_KEYS: undefined,
        }
      : {
          SUBMISSION_DATABASE_URL: undefined,
          GATEWAY_DATABASE_URL: servers.gatewayDatabaseUrl,
          SHIPMENT_MASTER_KEYS: undefined,
          GATEWAY_MASTER_KEYS: config.GATEWAY_MASTER_KEYS ?? made?.gatewayMasterKeys,
        };
  // Node hands an undefined variable on as the word "undefined".
  return Object.fromEntries(Object.entries({ ...config.environment, ...shared, ...own }).filter(([, value]) => value !== undefined));
}
