import type { Credentials } from '@shipyard/stack';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { seedHistory } from './seeded-history';

const PROJECTS = 1_000_000;
const PROJECTS_QUICKLY = 20_000;
const ROUNDS = 9;
/** How many times the link to the next page is followed before a page counts as deep. */
const DEEP = 10;

export interface StaffRow {
  page: string;
  projects: number;
  medianMs: number;
  mostMs: number;
  bytes: number;
}

type Role = keyof Credentials['staff_logins'];

const PAGES: Record<string, { as: Role; path: string; isDeep?: boolean }> = {
  'queue of reviews': { as: 'reviewer', path: '/console/reviews' },
  'queue of reviews, a deep page': { as: 'reviewer', path: '/console/reviews', isDeep: true },
  'queue of reviews of a program': { as: 'reviewer', path: '/console/reviews?program=bench-3' },
  'queue of reviews, with a flag': { as: 'reviewer', path: '/console/reviews?flag=yes' },
  'queue of reviews, under 18': { as: 'reviewer', path: '/console/reviews?minor=yes' },
  'queue of reviews, changed': { as: 'reviewer', path: '/console/reviews?changed=yes' },
  shipments: { as: 'fulfilment', path: '/console/shipments' },
  'shipments, shipped, a deep page': { as: 'fulfilment', path: '/console/shipments?state=shipped', isDeep: true },
  accounts: { as: 'admin', path: '/console/accounts' },
  'accounts, a deep page': { as: 'admin', path: '/console/accounts', isDeep: true },
  'accounts, a handle': { as: 'admin', path: '/console/accounts?q=maker-4711' },
  'accounts, a common word': { as: 'admin', path: '/console/accounts?q=bench.example' },
  'accounts, nobody': { as: 'admin', path: '/console/accounts?q=nobody-is-like-that' },
  reports: { as: 'admin', path: '/console/reports' },
  audit: { as: 'admin', path: '/console/audit' },
  programs: { as: 'admin', path: '/console/programs' },
  'figures of a program': { as: 'admin', path: '/console/programs/bench-3' },
  'figures of a month': { as: 'admin', path: `/console/figures?from=${daysAgo(30)}` },
};

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** Times the lists and figures of the console over many projects, one request after another. */
export function measureStaff(bench: Bench): Promise<StaffRow[]> {
  return withStacks(bench, async (_, openStack) => {
    const opened = await openStack();
    const { submissionOwnerUrl, submissionDatabaseUrl } = opened.stack.servers;
    const projects = bench.quick ? PROJECTS_QUICKLY : PROJECTS;
    bench.report(`Seeding ${projects} projects with their history`);
    await seedHistory(submissionOwnerUrl ?? submissionDatabaseUrl, projects, bench.stopping);
    const rows: StaffRow[] = [];
    for (const [page, { as, path, isDeep = false }] of Object.entries(PAGES)) {
      const cookie = await logIn(opened, as);
      const read = (url: string) => readPage(opened, url, cookie);
      rows.push({
        page,
        projects,
        ...(await timesOf(() => read(path), isDeep ? await deepPath(path, read) : path, read)),
      });
      bench.report(`${page}: ${rows.at(-1)?.medianMs.toFixed(0)} ms`);
    }
    return rows;
  });
}

async function timesOf(
  warmUp: () => Promise<unknown>,
  path: string,
  read: (url: string) => Promise<string>,
): Promise<Pick<StaffRow, 'medianMs' | 'mostMs' | 'bytes'>> {
  await warmUp();
  let bytes = 0;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const beganAt = performance.now();
    bytes = Buffer.byteLength(await read(path));
    times.push(performance.now() - beganAt);
  }
  const sorted = times.toSorted((one, other) => one - other);
  return { medianMs: sorted[Math.floor(ROUNDS / 2)] ?? NaN, mostMs: sorted.at(-1) ?? NaN, bytes };
}

async function deepPath(path: string, read: (url: string) => Promise<string>): Promise<string> {
  let at = path;
  for (let page = 0; page < DEEP; page += 1) {
    const [, next] = /href="([^"]+)" rel="next"/.exec(await read(at)) ?? [];
    if (next === undefined) throw new Error(`${at} has no next page`);
    at = next.replaceAll('&amp;', '&');
  }
  return at;
}

const originOf = ({ stack }: BenchStack) => stack.addresses.submissionUrl;

async function logIn(opened: BenchStack, role: Role): Promise<string> {
  const { email, password } = opened.credentials.staff_logins[role];
  const answer = await fetch(`${originOf(opened)}/login`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  if (answer.status !== 303 || cookies.length === 0) throw new Error(`The log-in of ${role} answered ${answer.status}`);
  return cookies.join('; ');
}

async function readPage(opened: BenchStack, path: string, cookie: string): Promise<string> {
  const answer = await fetch(originOf(opened) + path, { headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${path}, which was to be measured, answered ${answer.status}`);
  return answer.text();
}
