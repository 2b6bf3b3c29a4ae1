import { hangPictures, makeVariants, ownBytesOf } from '@shipyard/testing';
import { Client } from 'pg';
import { type Contestant, measureRow, type Row } from './alternating-rounds';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { seedProjects, type SeededProjects } from './seeded-projects';
import { readEffort } from './submission-rows';

const PROJECTS = 1_000;
const ON_A_WALL = 20;
const ADDRESSES = 200;
const ROUNDS = 3;
const NOT_MODIFIED = { 'if-none-match': '*' };

/** What a page costs besides time. `own` leaves out what participants wrote. */
export interface PageCosts {
  page: string;
  htmlBytes: number;
  ownHtmlBytes: number;
  cssBytes: number;
  statements: { whole: number; notModified: number };
}

export interface PageRows {
  rows: Row[];
  costs: PageCosts[];
}

/** Compares pages with the JSON that they are made of, in one run of one process. */
export function measurePages(bench: Bench): Promise<PageRows> {
  return withStacks(bench, async (processes, openStack) => {
    const opened = await openStack({ TRUSTED_PROXIES: '127.0.0.1' });
    const seeded = await seed(opened, bench);
    await bench.cores.giveOwn(opened.pids.submission);
    const costs: PageCosts[] = [];
    for (const [page, path] of Object.entries(shownPages(seeded))) costs.push(await costsOf(opened, page, path));
    const rows: Row[] = [];
    for (const [name, { page, json, headers }] of Object.entries(comparisons(seeded))) {
      bench.report(`Measuring: ${name}`);
      const contestant = (of: string, paths: string[]): Contestant => ({
        name: of,
        asked: { origin: originOf(opened), method: 'GET', paths, headers, addresses: ADDRESSES },
        pid: opened.pids.submission,
      });
      const contestants: [Contestant, Contestant] = [contestant('page', page), contestant('its JSON', json)];
      rows.push(await measureRow(name, contestants, readEffort(bench.quick), processes, bench.stopping));
    }
    return { rows, costs };
  });
}

const originOf = ({ stack }: BenchStack) => stack.addresses.submissionUrl;

async function seed({ stack }: BenchStack, bench: Bench): Promise<SeededProjects> {
  const { submissionOwnerUrl, submissionDatabaseUrl } = stack.servers;
  const databaseUrl = submissionOwnerUrl ?? submissionDatabaseUrl;
  const seeded = await seedProjects(databaseUrl, PROJECTS, bench.stopping);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await hangPictures(client, ON_A_WALL);
    await makeVariants(client);
  } finally {
    await client.end();
  }
  return seeded;
}

const shownPages = ({ slugs, handles, programId }: SeededProjects): Record<string, string> => ({
  wall: '/',
  programs: '/programs',
  program: `/programs/${programId}`,
  creator: `/creators/${handles[0]}`,
  project: `/projects/${slugs[0]}`,
});

function comparisons({ slugs }: SeededProjects) {
  const wall = { page: ['/'], json: ['/api/v1/projects'] };
  const project = {
    page: slugs.map((slug) => `/projects/${slug}`),
    json: slugs.map((slug) => `/api/v1/projects/${slug}`),
  };
  return {
    'wall page': { ...wall, headers: {} },
    'wall page, not modified': { ...wall, headers: NOT_MODIFIED },
    'project page': { ...project, headers: {} },
    'project page, not modified': { ...project, headers: NOT_MODIFIED },
  };
}

async function costsOf(opened: BenchStack, page: string, path: string): Promise<PageCosts> {
  const origin = originOf(opened);
  const html = await (await fetch(origin + path)).text();
  const sheets = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
  const styles = await Promise.all(sheets.map(async (href) => (await fetch(origin + href)).text()));
  return {
    page,
    htmlBytes: Buffer.byteLength(html),
    ownHtmlBytes: ownBytesOf(html),
    cssBytes: Buffer.byteLength(styles.join('')),
    statements: {
      whole: await statementsOf(opened, path, {}),
      notModified: await statementsOf(opened, path, NOT_MODIFIED),
    },
  };
}

/** The least of several rounds, because the processes of the stack have statements of their own. */
async function statementsOf(opened: BenchStack, path: string, headers: Record<string, string>): Promise<number> {
  const soFar = async () => {
    const page = await fetch(`http://127.0.0.1:${opened.stack.addresses.metricsPort}/metrics`);
    return Number(/^database_queries_total(?:\{.*\})? (\d+)$/m.exec(await page.text())?.[1]);
  };
  const counts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await soFar();
    await (await fetch(originOf(opened) + path, { headers })).text();
    counts.push((await soFar()) - before);
  }
  return Math.min(...counts);
}
