import { Client } from 'pg';
import { type Bench, withStacks } from './bench-stack';
import type { LoadResult } from './load';
import { seedProjects } from './seeded-projects';

const PROJECTS = 2_000;
/** Of the account that floods. Each has 20 logs. */
const OWN_PROJECTS = 200;
const READERS = 200;
const READS_A_SECOND = 100;
/** As many as the rate of an account allows. The demo, on which this runs, raises it a hundredfold. */
const LISTS_A_SECOND = 20;
const BATCHES_A_SECOND = 20;
const LISTS_IN_A_BATCH = 100;

export interface AssistantsRow {
  alone: { p50Ms: number; p99Ms: number };
  beside: { p50Ms: number; p99Ms: number };
  errors: number;
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'resources/list' };

/** What an account that floods `/mcp` does to other readers. */
export function measureAssistants(bench: Bench): Promise<AssistantsRow> {
  return withStacks(bench, async (processes, openStack) => {
    const { stack, credentials, pids } = await openStack({ TRUSTED_PROXIES: '127.0.0.1' });
    const databaseUrl = stack.servers.submissionOwnerUrl ?? stack.servers.submissionDatabaseUrl;
    const { slugs } = await seedProjects(databaseUrl, PROJECTS, bench.stopping);
    await giveProjects(databaseUrl, credentials.participant.token);
    await bench.cores.giveOwn(pids.submission);
    const target = { origin: stack.addresses.submissionUrl, seconds: bench.quick ? 2 : 10 };
    const read = () =>
      processes.drive({
        ...target,
        method: 'GET',
        paths: slugs.map((slug) => `/api/v1/projects/${slug}`),
        headers: {},
        addresses: READERS,
        perSecond: READS_A_SECOND,
        connections: 32,
      });
    const drivers = [processes.driver(), processes.driver()] as const;
    const send = (driver: (typeof drivers)[number], message: object, perSecond: number) =>
      driver({
        ...target,
        method: 'POST',
        paths: ['/mcp'],
        headers: { authorization: `Bearer ${credentials.participant.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
        connections: 16,
        perSecond,
      });
    const results = { alone: new Array<LoadResult>(), beside: new Array<LoadResult>() };
    let errors = 0;
    const batch = Array.from({ length: LISTS_IN_A_BATCH }, () => LIST);
    for (let at = 0; at <= (bench.quick ? 1 : 5); at += 1) {
      bench.report(`Measuring: a flood of /mcp, ${at === 0 ? 'warm-up' : `round ${at}`}`);
      bench.stopping.throwIfAborted();
      const quiet = await read();
      const [flooded, lists] = await Promise.all([
        read(),
        send(drivers[0], LIST, LISTS_A_SECOND),
        send(drivers[1], batch, BATCHES_A_SECOND),
      ]);
      if (at === 0) continue;
      results.alone.push(quiet);
      results.beside.push(flooded);
      errors += quiet.errors + flooded.errors + lists.errors;
    }
    return { alone: medians(results.alone), beside: medians(results.beside), errors };
  });
}

/** The longest of the seeded projects. */
async function giveProjects(databaseUrl: string, token: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `UPDATE projects SET owner_id = (SELECT account_id FROM api_tokens WHERE token_hash = sha256($1::text::bytea))
       WHERE id IN (SELECT id FROM projects WHERE slug ~ '^bench-' ORDER BY log_count DESC, id DESC LIMIT $2)`,
      [token, OWN_PROJECTS],
    );
  } finally {
    await client.end();
  }
}

function medians(results: LoadResult[]): { p50Ms: number; p99Ms: number } {
  const median = (values: number[]) =>
    [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
  return { p50Ms: median(results.map(({ p50Ms }) => p50Ms)), p99Ms: median(results.map(({ p99Ms }) => p99Ms)) };
}
