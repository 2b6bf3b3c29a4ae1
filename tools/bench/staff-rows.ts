import type { Credentials } from '@shipyard/stack';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { deepPath, logInByForm, pageReader, type PageTimes, timePage } from './page-times';
import { seedHistory } from './seeded-history';

const PROJECTS = 1_000_000;
const PROJECTS_QUICKLY = 20_000;

export interface StaffRow extends PageTimes {
  page: string;
  projects: number;
}

type Role = keyof Credentials['staff_logins'];

const REVIEWS = '/console/reviews';
const SHIPMENTS = '/console/shipments';
const ACCOUNTS = '/console/accounts';
const AUDIT = '/console/audit';

const PAGES: Record<string, { as: Role; path: string; isDeep?: boolean }> = {
  'queue of reviews': { as: 'reviewer', path: REVIEWS },
  'queue of reviews, a deep page': { as: 'reviewer', path: REVIEWS, isDeep: true },
  'queue of reviews of a program': { as: 'reviewer', path: `${REVIEWS}?program=bench-3` },
  'queue of reviews in a state': { as: 'reviewer', path: `${REVIEWS}?state=changes_requested` },
  'queue of reviews, drafts': { as: 'reviewer', path: `${REVIEWS}?state=draft` },
  'queue of reviews, drafts of a program': { as: 'reviewer', path: `${REVIEWS}?state=draft&program=bench-3` },
  'queue of reviews, with a flag': { as: 'reviewer', path: `${REVIEWS}?flag=yes` },
  'queue of reviews, under 18': { as: 'reviewer', path: `${REVIEWS}?minor=yes` },
  'queue of reviews, changed': { as: 'reviewer', path: `${REVIEWS}?changed=yes` },
  'queue of reviews, drafts with a flag': { as: 'reviewer', path: `${REVIEWS}?state=draft&flag=yes` },
  'queue of reviews, drafts that changed': { as: 'reviewer', path: `${REVIEWS}?state=draft&changed=yes` },
  'queue of reviews, all filters': {
    as: 'reviewer',
    path: `${REVIEWS}?program=bench-3&state=changes_requested&flag=yes&changed=yes&minor=yes`,
  },
  'a program without a project': { as: 'reviewer', path: `${REVIEWS}?program=bench-empty&state=draft` },
  shipments: { as: 'fulfilment', path: SHIPMENTS },
  'shipments of a program': { as: 'fulfilment', path: `${SHIPMENTS}?program=bench-3` },
  'shipments of a prize': { as: 'fulfilment', path: `${SHIPMENTS}?prize=A%20kit` },
  'shipments to a country': { as: 'fulfilment', path: `${SHIPMENTS}?country=DE` },
  'shipments, waiting for an address': { as: 'fulfilment', path: `${SHIPMENTS}?state=approved_to_ship` },
  'shipments, shipped, a deep page': { as: 'fulfilment', path: `${SHIPMENTS}?state=shipped`, isDeep: true },
  accounts: { as: 'admin', path: ACCOUNTS },
  'accounts, a deep page': { as: 'admin', path: ACCOUNTS, isDeep: true },
  'accounts, a handle': { as: 'admin', path: `${ACCOUNTS}?q=maker-4711` },
  'accounts, a common word': { as: 'admin', path: `${ACCOUNTS}?q=bench.example` },
  'accounts, a common word, a deep page': { as: 'admin', path: `${ACCOUNTS}?q=bench.example`, isDeep: true },
  'accounts, two letters': { as: 'admin', path: `${ACCOUNTS}?q=zq` },
  'accounts, nobody': { as: 'admin', path: `${ACCOUNTS}?q=nobody-is-like-that` },
  'accounts, birth date unknown': { as: 'admin', path: `${ACCOUNTS}?unknown=yes` },
  reports: { as: 'admin', path: '/console/reports' },
  'reports, a deep page': { as: 'admin', path: '/console/reports', isDeep: true },
  audit: { as: 'admin', path: AUDIT },
  'audit, a deep page': { as: 'admin', path: AUDIT, isDeep: true },
  'audit of a person': { as: 'admin', path: `${AUDIT}?who=maker-4711` },
  'audit of a project': { as: 'admin', path: `${AUDIT}?on=bench-4710` },
  'audit of an action': { as: 'admin', path: `${AUDIT}?action=mark_shipped` },
  'audit of an action that nobody took': { as: 'admin', path: `${AUDIT}?action=nothing` },
  'audit of one day': { as: 'admin', path: `${AUDIT}?from=${daysAgo(60)}&to=${daysAgo(60)}` },
  'mails that failed': { as: 'admin', path: '/console/mails' },
  'mails that failed, a deep page': { as: 'admin', path: '/console/mails', isDeep: true },
  'connected apps': { as: 'admin', path: '/console/apps' },
  programs: { as: 'admin', path: '/console/programs' },
  'figures of a program': { as: 'admin', path: '/console/programs/bench-3' },
  'figures of all time': { as: 'admin', path: '/console/figures' },
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
    return readPages(opened, projects, bench);
  });
}

/** Reads each page of a stack that has its projects. */
export async function readPages(opened: BenchStack, projects: number, { report }: Bench): Promise<StaffRow[]> {
  const rows: StaffRow[] = [];
  for (const [page, { as, path, isDeep = false }] of Object.entries(PAGES)) {
    const read = pageReader(originOf(opened), await logIn(opened, as));
    rows.push({ page, projects, ...(await timePage(isDeep ? await deepPath(path, read) : path, read)) });
    report(`${page}: ${rows.at(-1)?.medianMs.toFixed(0)} ms`);
  }
  return rows;
}

const originOf = ({ stack }: BenchStack) => stack.addresses.submissionUrl;

function logIn(opened: BenchStack, role: Role): Promise<string> {
  const { email, password } = opened.credentials.staff_logins[role];
  return logInByForm(`${originOf(opened)}/login`, email, password);
}
