import { setTimeout as after } from 'node:timers/promises';
import { DATABASES, type DrillSecrets } from './cluster-secrets';
import { apply, kubectl, say } from './cluster-tools';

/** A migration that fails because a password is wrong, and succeeds when its Job tries again after that is mended. */

interface Pod {
  metadata: { name: string };
  status: { phase: string };
}

const SPOILED = 'gateway';
const FAILS_WITHIN_MS = 180_000;

/** The chart provides for one server of Postgres. The gateway's has the same roles, made by the same command. */
export async function provisionGateway(image: string): Promise<void> {
  const name = 'provision-gateway';
  const fromSecret = (secret: string, key: string) => ({
    name: key,
    valueFrom: { secretKeyRef: { name: `shipyard-${secret}`, key } },
  });
  const env = [
    fromSecret(name, 'DATABASE_URL'),
    fromSecret('migrations', 'SUBMISSION_OWNER_DATABASE_URL'),
    fromSecret('migrations', 'GATEWAY_OWNER_DATABASE_URL'),
    fromSecret('submission', 'SUBMISSION_DATABASE_URL'),
    fromSecret('gateway', 'GATEWAY_DATABASE_URL'),
  ];
  const container = { name: 'main', image, command: ['node', 'dist/tools/provision-databases.js'], env };
  await apply({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
  });
  await kubectl('wait', '--for=condition=Complete', `job/${name}`, '--timeout=120s');
}

/** How many migrations each database has. */
export async function countMigrations(): Promise<Record<keyof typeof DATABASES, number>> {
  const count = async (service: keyof typeof DATABASES) =>
    Number(await psql(service, `SELECT count(*) FROM ${service}.migrations`));
  return { submission: await count('submission'), gateway: await count('gateway') };
}

export function psql(service: keyof typeof DATABASES, statement: string): Promise<string> {
  const command = ['psql', '-U', 'postgres', '-d', 'shipyard', '-Atc', statement];
  return kubectl('exec', `deploy/${DATABASES[service]}`, '--', ...command);
}

/** Runs `upgrade` with a wrong password, and mends that when the first attempt has failed. */
export async function failFirst(secrets: DrillSecrets, upgrade: () => Promise<void>): Promise<void> {
  const attempts = new Map<string, string>();
  const look = async () => {
    const selector = `app.kubernetes.io/component=prepare-${SPOILED}`;
    const pods = JSON.parse(await kubectl('get', 'pods', '--selector', selector, '--output', 'json')) as {
      items: Pod[];
    };
    for (const { metadata, status } of pods.items) attempts.set(metadata.name, status.phase);
    return [...attempts].find(([, phase]) => phase === 'Failed')?.[0];
  };
  await patch(secrets.migrations(SPOILED));
  let isOver = false;
  const upgrading = upgrade().finally(() => (isOver = true));
  try {
    const failed = await untilFailed(look, () => isOver);
    const said = await kubectl('logs', failed);
    say(`  the migration failed: ${said.trim().split('\n').at(-1)}`);
  } finally {
    await patch(secrets.migrations());
  }
  while (!isOver) {
    await look();
    await after(1_000);
  }
  await upgrading;
  const failures = [...attempts.values()].filter((phase) => phase === 'Failed').length;
  say(`  its Job tried again with the right password: ${attempts.size} attempts, ${failures} failed`);
}

async function untilFailed(look: () => Promise<string | undefined>, isOver: () => boolean): Promise<string> {
  const giveUpAt = Date.now() + FAILS_WITHIN_MS;
  for (;;) {
    const failed = await look();
    if (failed !== undefined) return failed;
    if (isOver() || Date.now() > giveUpAt) throw new Error('No migration failed with a wrong password');
    await after(1_000);
  }
}

async function patch(stringData: Record<string, string>): Promise<void> {
  await kubectl('patch', 'secret', 'shipyard-migrations', '--patch', JSON.stringify({ stringData }));
}
