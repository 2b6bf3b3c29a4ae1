import { callApi } from '@shipyard/testing';
import { type Contestant, type Effort, measureRow, type Row } from './alternating-rounds';
import type { BenchProcesses } from './bench-process';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { COMMON_TAG, COMMON_WORD, RARE_WORD, seedProjects, type SeededProjects } from './seeded-projects';

const FEW = 1_000;
const MANY = 200_000;
const MANY_QUICKLY = 20_000;
const CONNECTIONS = 32;
const ADDRESSES = 200;

interface Size {
  name: string;
  opened: BenchStack;
  seeded: SeededProjects;
}

export function measureSubmission(bench: Bench): Promise<Row[]> {
  return withStacks(bench, async (processes, openStack) => {
    const open = async (count: number): Promise<Size> => {
      const opened = await openStack({ TRUSTED_PROXIES: '127.0.0.1' });
      bench.report(`Seeding ${count} projects`);
      const seeded = await seedProjects(
        opened.stack.servers.submissionOwnerUrl ?? opened.stack.servers.submissionDatabaseUrl,
        count,
        bench.stopping,
      );
      await bench.cores.giveOwn(opened.pids.submission);
      return { name: `${count} projects`, opened, seeded };
    };
    const many = await open(bench.quick ? MANY_QUICKLY : MANY);
    const few = await open(FEW);
    const rows: Row[] = [];
    for (const [name, pathsOf] of Object.entries(READS)) {
      bench.report(`Measuring: ${name}`);
      rows.push(await measureRead(name, pathsOf, many, few, bench, processes));
    }
    return rows;
  });
}

const NOT_MODIFIED = ', not modified';

const READS: Record<string, (seeded: SeededProjects) => string[]> = {
  detail: ({ slugs }) => slugs.map((slug) => `/api/v1/projects/${slug}`),
  [`detail${NOT_MODIFIED}`]: ({ slugs }) => slugs.map((slug) => `/api/v1/projects/${slug}`),
  wall: () => ['/api/v1/projects'],
  [`wall${NOT_MODIFIED}`]: () => ['/api/v1/projects'],
  'wall, offset in the middle': ({ count }) => [`/api/v1/projects?offset=${count / 2}`],
  'wall, by tag': () => [`/api/v1/projects?tag=${COMMON_TAG}`],
  'wall, rare word': () => [`/api/v1/projects?q=${RARE_WORD}`],
  'wall, common word': () => [`/api/v1/projects?q=${COMMON_WORD}`],
  'wall, by update': () => ['/api/v1/projects?sort=updated'],
  'creator page': ({ handles }) => handles.map((handle) => `/api/v1/creators/${handle}`),
  'program page': ({ programId }) => [`/api/v1/programs/${programId}/projects`],
};

const headersOf = (name: string): Record<string, string> =>
  name.endsWith(NOT_MODIFIED) ? { 'if-none-match': '*' } : {};

async function measureRead(
  name: string,
  pathsOf: (seeded: SeededProjects) => string[],
  many: Size,
  few: Size,
  bench: Bench,
  processes: BenchProcesses,
): Promise<Row> {
  const answers: Record<string, string> = {};
  for (const path of pathsOf(many.seeded))
    answers[path] = await readText(many.opened.stack.addresses.submissionUrl, path);
  const bare = await processes.startBare({ answers });
  await bench.cores.giveOwn(bare.pid);
  const contestant = ({ name: size, opened, seeded }: Size): Contestant => ({
    name: size,
    asked: {
      origin: opened.stack.addresses.submissionUrl,
      method: 'GET',
      paths: pathsOf(seeded),
      headers: headersOf(name),
      addresses: ADDRESSES,
    },
    pid: opened.pids.submission,
  });
  const bareContestant: Contestant = {
    name: 'bare answer',
    asked: { origin: bare.origin, method: 'GET', paths: pathsOf(many.seeded), headers: {} },
    pid: bare.pid,
  };
  try {
    return await measureRow(
      name,
      [contestant(many), contestant(few), bareContestant],
      readEffort(bench.quick),
      processes,
      bench.stopping,
    );
  } finally {
    await bare.end();
  }
}

export function readEffort(quick: boolean): Effort {
  return {
    ...(quick ? { warmupSeconds: 1, rounds: 2, seconds: 1 } : { warmupSeconds: 4, rounds: 5, seconds: 3 }),
    connections: CONNECTIONS,
    perSecond: null,
  };
}

async function readText(origin: string, path: string): Promise<string> {
  const { status, text } = await callApi(origin, 'GET', path);
  if (status !== 200) throw new Error(`${path}, which was to be measured, answered ${status}`);
  return text;
}
