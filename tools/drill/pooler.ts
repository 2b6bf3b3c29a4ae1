import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  chooseAddresses,
  findRedisProgram,
  holdData,
  pickFreePort,
  readStackConfig,
  startServers,
  startStack,
} from '@shipyard/stack';

/**
 * Both services run through PgBouncer in transaction mode with few server connections, on embedded Postgres. A review, the
 * pages, and many calls at once must work, and the books must agree.
 */

export const needs = ['pgbouncer'];

const NOBODY = 65534;
const SERVER_CONNECTIONS = 8;
const CALLS = 200;
const AT_ONCE = 40;

export async function run(): Promise<void> {
  const version = execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';
  const [, major = 0, minor = 0] = (/^PgBouncer (\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  const keepsNames = major > 1 || minor >= 21;
  print(`${version}, ${keepsNames ? 'which keeps' : 'which does not keep'} prepared statements`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shipyard-pooler-'));
  chmodSync(folder, 0o755);
  const servers = await openServers(path.join(folder, 'servers'));
  const { submissionDatabaseUrl, gatewayDatabaseUrl } = servers.addresses;
  const pooler = await startPooler(
    path.join(folder, 'pooler'),
    [submissionDatabaseUrl, gatewayDatabaseUrl],
    keepsNames,
  );
  try {
    await serve(path.join(folder, 'stack'), servers.addresses, pooler.through);
  } finally {
    await pooler.stop();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const environmentOf = ({ PATH, HOME }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...{ PATH, HOME, NODE_ENV: 'test', DEMO: '1' },
  ...{ SUBMISSION_PORT: '0', GATEWAY_PORT: '0' },
});

async function openServers(dataDir: string) {
  const report = () => undefined;
  const redisProgram = findRedisProgram();
  const environment = { ...environmentOf(process.env), DATA_DIR: dataDir };
  const config = readStackConfig(environment, redisProgram.command !== undefined);
  const held = await holdData(config.DATA_DIR, 'the drill', report);
  const addresses = await chooseAddresses(config, 'when set');
  const options = { config, addresses, redisProgram, report };
  const servers = await startServers(options, held, new AbortController().signal);
  return { addresses: servers.addresses, stop: () => servers.stop().finally(() => held.release()) };
}

/** The owners' connections go to Postgres itself: a migration locks its session. */
async function serve(
  dataDir: string,
  servers: Awaited<ReturnType<typeof openServers>>['addresses'],
  through: (url: string) => string,
): Promise<void> {
  const stack = await startStack({
    dataDir,
    queue: 'auto',
    output: 'files',
    report: print,
    environment: {
      ...environmentOf(process.env),
      SUBMISSION_DATABASE_URL: through(servers.submissionDatabaseUrl),
      GATEWAY_DATABASE_URL: through(servers.gatewayDatabaseUrl),
      SUBMISSION_OWNER_DATABASE_URL: servers.submissionOwnerUrl ?? undefined,
      GATEWAY_OWNER_DATABASE_URL: servers.gatewayOwnerUrl ?? undefined,
      ...(servers.redisUrl !== null && { REDIS_URL: servers.redisUrl }),
    },
  });
  try {
    await walk(stack);
  } finally {
    await stack.stop();
  }
}

type RunningStack = Awaited<ReturnType<typeof startStack>>;

async function walk({ addresses, credentials }: RunningStack): Promise<void> {
  if (credentials === null) throw new Error('The drill needs the demo');
  const { submissionUrl, gatewayUrl } = addresses;
  const slug = `pooled-${Date.now().toString(36)}`;
  const api = (method: string, route: string, json?: object) =>
    ask(`${submissionUrl}/api/v1${route}`, method, credentials.participant.token, json);
  await api('POST', '/projects', { program_id: credentials.program_id, slug, name: 'Pooled' });
  const form = new FormData();
  form.set('readme', '# Pooled\n\nIt measures rain.');
  await ask(`${submissionUrl}/api/v1/projects/${slug}/readme`, 'PUT', credentials.participant.token, form);
  const log = new FormData();
  log.set('title', 'First day');
  log.set('text', 'The sensor answers.');
  await ask(`${submissionUrl}/api/v1/projects/${slug}/logs`, 'POST', credentials.participant.token, log);
  await api('POST', `/projects/${slug}/review/request`);
  const status = await untilReviewed(() => api('GET', `/projects/${slug}/status`));
  print(`A project, its README, a log and a review: ${status}`);
  const reads = await inParallel(CALLS, () =>
    fetch(`${submissionUrl}/projects/${slug}`).then(({ status: code }) => code),
  );
  print(`${CALLS} reads of its page: ${summary(reads)}`);
  const chats = await inParallel(CALLS, () =>
    ask(`${gatewayUrl}/v1/chat/completions`, 'POST', credentials.enterprise_key, {
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: 'Hello' }],
    }).then(
      () => 200,
      (error: unknown) => String(error),
    ),
  );
  print(`${CALLS} chats, ${AT_ONCE} at once: ${summary(chats)}`);
  const books = await ask(`${gatewayUrl}/admin/reconciliation`, 'GET', credentials.gateway_admin_key);
  print(`Reconciliation: ${JSON.stringify(books).slice(0, 400)}`);
  const wrong = [...reads, ...chats].filter((code) => code !== 200);
  if (wrong.length > 0 || status !== 'succeeded') throw new Error('Something failed through the pooler');
}

async function untilReviewed(read: () => Promise<unknown>): Promise<string> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const found = /"review":\{[^}]*?"status":"(\w+)"/.exec(JSON.stringify(await read()))?.[1] ?? '';
    if (found === 'succeeded' || found === 'failed') return found;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return 'never ended';
}

async function ask(url: string, method: string, token: string, body?: object): Promise<unknown> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text) as unknown;
}

async function inParallel<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let begun = 0;
  const lane = async () => {
    while (begun < count) {
      begun += 1;
      results.push(await work());
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

const summary = (codes: unknown[]) =>
  [...new Set(codes)].map((code) => `${codes.filter((each) => each === code).length} × ${String(code)}`).join(', ');

async function startPooler(folder: string, urls: string[], keepsNames: boolean) {
  mkdirSync(folder);
  const port = await pickFreePort();
  const [first] = urls.map((url) => new URL(url));
  if (first === undefined) throw new Error('The pooler needs a database');
  const users = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"`);
  writeFileSync(path.join(folder, 'users.txt'), `${users.join('\n')}\n`, { mode: 0o600 });
  writeFileSync(path.join(folder, 'pgbouncer.ini'), settingsOf(first, port, folder, keepsNames));
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const file of ['.', 'users.txt', 'pgbouncer.ini']) chownSync(path.join(folder, file), NOBODY, NOBODY);
  const child = spawn('pgbouncer', [path.join(folder, 'pgbouncer.ini')], {
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return {
    through: (url: string) => Object.assign(new URL(url), { port: String(port) }).href,
    stop: () => end(child),
  };
}

/** The start parameters of our pools are set at the roles instead: see docs/operating/install.md. */
const settingsOf = ({ hostname, port }: URL, listenPort: number, folder: string, keepsNames: boolean) => `[databases]
* = host=${hostname} port=${port}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${path.join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 500
${keepsNames ? 'max_prepared_statements = 200\n' : ''}ignore_startup_parameters = options,statement_timeout,idle_in_transaction_session_timeout,extra_float_digits
logfile = ${path.join(folder, 'pgbouncer.log')}
`;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

if (path.resolve(process.argv[1] ?? '') === __filename)
  run().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
