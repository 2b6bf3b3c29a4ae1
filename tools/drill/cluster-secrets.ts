import { keyRing, secret } from './installation';

/** The Secrets that the chart names, and how a drill spoils and mends one. */

/** Submission and the gateway have a server of Postgres each, so that a policy can keep one from the other's. */
export const DATABASES = { submission: 'submission-postgres', gateway: 'gateway-postgres' };

const urlOf = (service: keyof typeof DATABASES, role: string, password: string) =>
  `postgres://${role}:${password}@${DATABASES[service]}:5432/shipyard`;

export class DrillSecrets {
  readonly postgres = secret();
  readonly redis = secret();
  private readonly owners = { submission: secret(), gateway: secret() };

  all(): object[] {
    const shared = () => ({
      REDIS_URL: `redis://:${this.redis}@redis:6379`,
      URL_SIGNING_KEYS: keyRing(),
      SESSION_KEYS: keyRing(),
      S3_ACCESS_KEY_ID: 'drill',
      S3_SECRET_ACCESS_KEY: 'drill',
    });
    const named = {
      submission: {
        ...shared(),
        SUBMISSION_DATABASE_URL: urlOf('submission', 'shipyard_submission', secret()),
        SHIPMENT_MASTER_KEYS: keyRing(),
        REVIEW_GATEWAY_KEY: 'gwk_not-made-yet',
      },
      gateway: {
        ...shared(),
        GATEWAY_DATABASE_URL: urlOf('gateway', 'shipyard_gateway', secret()),
        GATEWAY_MASTER_KEYS: keyRing(),
      },
      migrations: this.migrations(),
      provision: { DATABASE_URL: urlOf('submission', 'postgres', this.postgres) },
      'provision-gateway': { DATABASE_URL: urlOf('gateway', 'postgres', this.postgres) },
    };
    return Object.entries(named).map(([name, stringData]) => ({
      ...{ apiVersion: 'v1', kind: 'Secret' },
      metadata: { name: `shipyard-${name}` },
      stringData,
    }));
  }

  /** What the migrations connect with. `wrong` gives one service a password that Postgres refuses. */
  migrations(wrong?: keyof typeof DATABASES): Record<string, string> {
    const urlFor = (service: keyof typeof DATABASES) =>
      urlOf(service, `shipyard_${service}_owner`, wrong === service ? secret() : this.owners[service]);
    return { SUBMISSION_OWNER_DATABASE_URL: urlFor('submission'), GATEWAY_OWNER_DATABASE_URL: urlFor('gateway') };
  }
}
