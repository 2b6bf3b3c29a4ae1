import { waitUntil } from '@shipyard/testing';
import { Client } from 'pg';
import type { Acknowledged } from './failover-clients';
import { call } from './installation';

export interface CheckedSystem {
  gatewayUrl: string;
  submissionUrl: string;
  ownerKey: string;
  /** An administrator of the Postgres that serves now. */
  databaseUrl: string;
  customers: { whole: string; streams: string; images: string };
  /** The prompt of each purchase at the supplier. */
  bought: readonly string[];
  brokenStreams: number;
}

type Finding = [what: string, isAsPromised: boolean, facts: string];

interface Reconciliation {
  data: { drift_cny: string; mismatches: unknown[]; open_holds: { count: number } };
}

/** Compares what clients were told with what is stored. */
export async function compare(told: Acknowledged, system: CheckedSystem): Promise<Finding[]> {
  const client = new Client({ connectionString: system.databaseUrl });
  await client.connect();
  try {
    return [
      ...(await compareChats(client, told, system)),
      ...(await compareTasks(client, told, system)),
      ...(await compareProjects(client, told, system)),
      await compareBooks(system),
    ];
  } finally {
    await client.end();
  }
}

async function chargesOf(client: Client, customer: string): Promise<{ request_id: string; task_id: string | null }[]> {
  const { rows } = await client.query<{ request_id: string; task_id: string | null }>(
    `SELECT entry.request_id, entry.task_id FROM gateway.ledger_entries entry JOIN gateway.customers customer ON customer.id = entry.customer_id
     WHERE customer.name = $1 AND entry.account = 'customer' AND entry.kind = 'charge'`,
    [customer],
  );
  return rows;
}

const missing = (wanted: readonly string[], there: readonly string[]) => {
  const found = new Set(there);
  return wanted.filter((each) => !found.has(each));
};

async function compareChats(client: Client, told: Acknowledged, system: CheckedSystem): Promise<Finding[]> {
  const whole = (await chargesOf(client, system.customers.whole)).map(({ request_id: id }) => id);
  const heard = told.wholeChats.flatMap(({ requestId, isReplay }) => (isReplay ? [] : [requestId]));
  const streams = (await chargesOf(client, system.customers.streams)).map(({ request_id: id }) => id);
  const beyond = streams.length - told.streams.length;
  const [lostChats, lostStreams] = [missing(heard, whole).length, missing(told.streams, streams).length];
  return [
    [
      'each chat is charged once, also if its client asked again',
      lostChats === 0 && whole.length === told.wholeChats.length,
      `${told.wholeChats.length} answered, ${told.wholeChats.length - heard.length} of them by a replay; ${whole.length} charges, ${lostChats} missing`,
    ],
    [
      'each whole stream is charged once, and a broken one at most once',
      lostStreams === 0 && beyond <= system.brokenStreams,
      `${told.streams.length} whole, ${system.brokenStreams} broken or refused; ${streams.length} charges, ${lostStreams} missing`,
    ],
  ];
}

async function compareTasks(client: Client, told: Acknowledged, system: CheckedSystem): Promise<Finding[]> {
  const { rows } = await client.query<{ id: string; status: string; error_code: string | null }>(
    `SELECT task.id, task.status, task.error_code FROM gateway.image_tasks task JOIN gateway.customers customer ON customer.id = task.customer_id
     WHERE customer.name = $1`,
    [system.customers.images],
  );
  const charged = (await chargesOf(client, system.customers.images)).map(({ task_id: id }) => id ?? '');
  const succeeded = told.tasks.filter(({ status }) => status === 'succeeded').map(({ id }) => id);
  const failed = rows.filter(({ status }) => status === 'failed').map(({ error_code: code }) => code);
  const lost = missing(
    told.tasks.map(({ id }) => id),
    rows.map(({ id }) => id),
  );
  const twice = system.bought.length - new Set(system.bought).size;
  const unbought = missing(
    told.tasks.filter(({ status }) => status === 'succeeded').map(({ prompt }) => prompt),
    system.bought,
  );
  return [
    [
      'each image task is there, was bought once, and succeeded',
      lost.length + twice + unbought.length + failed.length === 0 && rows.length === told.tasks.length,
      `${told.tasks.length} accepted, ${rows.length} stored, ${system.bought.length} bought, ${twice} twice; ${failed.length} failed ${[...new Set(failed)].join(', ')}`.trim(),
    ],
    [
      'each image task is charged once, and a failed one never',
      missing(succeeded, charged).length === 0 && charged.length === succeeded.length,
      `${succeeded.length} succeeded, ${charged.length} charges`,
    ],
  ];
}

async function compareProjects(client: Client, told: Acknowledged, system: CheckedSystem): Promise<Finding[]> {
  const logs = await client.query<{ title: string; times: string }>(
    'SELECT title, count(*)::text AS times FROM submission.logs WHERE title = ANY ($1) GROUP BY title',
    [told.logs],
  );
  const twice = logs.rows.filter(({ times }) => times !== '1').length;
  const statuses = await Promise.all(
    told.uploads.map((url) => fetch(new URL(url, system.submissionUrl)).then(({ status }) => status)),
  );
  const gone = statuses.filter((status) => status !== 200).length;
  const reviews = await client.query<{ status: string; of_project: string }>(
    `SELECT review.status, count(*) OVER (PARTITION BY project.id)::text AS of_project FROM submission.reviews review
     JOIN submission.projects project ON project.id = review.project_id WHERE project.slug = ANY ($1)`,
    [told.reviewed],
  );
  const wrong = reviews.rows.filter((each) => each.status !== 'succeeded' || each.of_project !== '1').length;
  return [
    [
      'each log is there once',
      logs.rows.length === told.logs.length && twice === 0,
      `${told.logs.length} acknowledged, ${logs.rows.length} stored, ${twice} twice`,
    ],
    ['each image that was uploaded is served', gone === 0, `${told.uploads.length} acknowledged, ${gone} gone`],
    [
      'each project has the one review that was asked for',
      reviews.rows.length === told.reviewed.length && wrong === 0,
      `${told.reviewed.length} requested, ${reviews.rows.length} stored, ${wrong} failed or twice`,
    ],
  ];
}

async function compareBooks({ gatewayUrl, ownerKey }: CheckedSystem): Promise<Finding> {
  const { data } = await waitUntil(
    () => call<Reconciliation>('GET', `${gatewayUrl}/admin/reconciliation`, { token: ownerKey }),
    (answer) => answer.data.open_holds.count === 0,
    { giveUpAfterMs: 120_000, askEveryMs: 1_000 },
  );
  return [
    'the books agree, and no money is held',
    Number(data.drift_cny) === 0 && data.mismatches.length === 0,
    `drift ${data.drift_cny}, ${data.mismatches.length} mismatches, ${data.open_holds.count} holds`,
  ];
}
