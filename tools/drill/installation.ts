import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Sets up an installation that has just started, as an operator would, and walks the tour through it. */

const run = promisify(execFile);
const WORKSPACE = path.join(__dirname, '../..');

export interface Addresses {
  submission: string;
  gateway: string;
}

/** A file of certificates to trust, for curl. */
export type Trust = string | undefined;

export const secret = (): string => randomBytes(18).toString('base64url');
export const keyRing = (): string => `k1:${randomBytes(32).toString('base64')}`;

interface Call {
  token?: string;
  json?: object;
  headers?: string[];
  trust?: Trust;
}

/** Calls with curl, which finds `*.localhost` and takes certificates that were made a moment ago. */
export async function call<Body>(
  method: string,
  url: string,
  { token, json, headers = [], trust }: Call = {},
): Promise<Body> {
  const { stdout } = await run('curl', [
    ...['-sS', '--fail-with-body', '--max-time', '60', '-X', method, url],
    ...(token ? ['-H', `Authorization: Bearer ${token}`] : []),
    ...(json ? ['-H', 'Content-Type: application/json', '-d', JSON.stringify(json)] : []),
    ...headers.flatMap((header) => ['-H', header]),
    ...(trust ? ['--cacert', trust] : []),
  ]);
  return (stdout === '' ? undefined : JSON.parse(stdout)) as Body;
}

export async function waitForAnswer(url: string, withinMs: number, trust?: Trust): Promise<number> {
  const beganAt = Date.now();
  for (;;) {
    const isThere = await call('GET', url, { trust }).then(
      () => true,
      () => false,
    );
    if (isThere) return Date.now() - beganAt;
    if (Date.now() - beganAt > withinMs) throw new Error(`${url} did not answer within ${withinMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** A customer with 1,000 CNY and a key for everything. */
export async function makeCustomer(
  gateway: string,
  ownerKey: string,
  name: string,
  { trust, ...terms }: CustomerOptions = {},
): Promise<string> {
  const token = ownerKey;
  const made = await call<{ data: { customer: { id: string } } }>('POST', `${gateway}/admin/customers`, {
    ...{ token, trust },
    json: { name },
  });
  const { id } = made.data.customer;
  await call('POST', `${gateway}/admin/customers/${id}/credits`, {
    ...{ token, trust, headers: [`Idempotency-Key: ${id}`] },
    json: { amount_cny: '1000', reason: 'Drill' },
  });
  const key = await call<{ data: { secret: string } }>('POST', `${gateway}/admin/keys`, {
    ...{ token, trust },
    json: { customer_id: id, name, scopes: ['text', 'image', 'search'], ...terms },
  });
  return key.data.secret;
}

interface CustomerOptions {
  trust?: Trust;
  allowed_ips?: string[];
}

export interface Person {
  handle: string;
  token: string;
}

export async function register(submission: string, handle: string, trust?: Trust): Promise<Person> {
  const made = await call<{ data: { token: string } }>('POST', `${submission}/api/v1/accounts`, {
    trust,
    json: {
      ...{
        handle,
        display_name: 'Drill',
        email: `${handle}@example.com`,
        password: secret(),
        birth_date: '1980-01-01',
      },
    },
  });
  return { handle, token: made.data.token };
}

/** An open program, made by somebody who is an admin already. */
export async function makeProgram(submission: string, token: string, id: string, trust?: Trust): Promise<void> {
  await call('POST', `${submission}/api/v1/admin/programs`, {
    ...{ token, trust },
    json: { id, name: 'Drill', logs_required: 1 },
  });
}

export interface TourCredentials {
  submission_url: string;
  gateway_url: string;
  participant: { token: string };
  program_id: string;
  enterprise_key: string;
  gateway_admin_key: string;
}

/**
 * Returns the address of the project that it made. Throws with the tour's output if a step failed. `workspace` holds the tour,
 * which another version may tell otherwise.
 */
export async function walkTour(
  folder: string,
  credentials: TourCredentials,
  trust?: Trust,
  workspace = WORKSPACE,
): Promise<string> {
  await writeFile(path.join(folder, 'credentials.json'), JSON.stringify(credentials, null, 2), { mode: 0o600 });
  const { stdout } = await run('sh', ['examples/tour/tour.sh'], {
    cwd: workspace,
    env: { ...process.env, DATA_DIR: folder, ...(trust && { CURL_CA_BUNDLE: trust }) },
    maxBuffer: 16 * 1024 * 1024,
  });
  const slug = /"slug":"(tour-\d+)"/.exec(stdout)?.[1];
  const reviews = stdout.includes('"status":"succeeded"');
  const tasks = /"id":"imgtask_[^\n]*"status":"succeeded"/.test(stdout);
  if (slug === undefined || !reviews || !tasks || stdout.includes('"ok":false') || stdout.includes('"error":'))
    throw new Error(`The tour failed:\n${stdout}`);
  return `${credentials.submission_url}/projects/${slug}`;
}

interface Reconciliation {
  data: { drift_cny: string; mismatches: unknown[] };
}

/** Throws unless the ledger, the balances and the budgets agree. */
export async function assertBooksAgree(gateway: string, ownerKey: string, trust?: Trust): Promise<void> {
  const { data } = await call<Reconciliation>('GET', `${gateway}/admin/reconciliation`, { token: ownerKey, trust });
  if (Number(data.drift_cny) !== 0 || data.mismatches.length > 0)
    throw new Error(`The books do not agree: ${JSON.stringify(data)}`);
}
