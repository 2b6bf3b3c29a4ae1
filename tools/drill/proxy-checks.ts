import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeCustomer } from './installation';

/** What `docker/Caddyfile` promises, asked of a proxy that runs. */

const run = promisify(execFile);
const MIB = 1024 * 1024;
const WATCHED_SECONDS = 3;
/** Interfaces that engines of containers make. A client has none of them. */
const OF_ENGINES = /^(?:podman|docker|br-|cni|veth)/;
const CHAT = JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello' }] });

export interface ProxiedInstallation {
  /** Gets what is uploaded. */
  folder: string;
  submission: string;
  gateway: string;
  /** The file of the certificate that signed the proxy's. */
  trust: string;
  ownerKey: string;
  key: string;
  participant: string;
  /** The address of a project of this participant. */
  project: string;
}

interface Answer {
  status: number;
  version: string;
  /** Only a service gives an answer its id: without it, the proxy answered. */
  isOfService: boolean;
}

type Finding = [what: string, isAsPromised: boolean, facts: string];

export async function checkProxy(installation: ProxiedInstallation): Promise<Finding[]> {
  return [
    await checkTls(installation),
    ...(await checkLimits(installation)),
    await checkStream(installation),
    ...(await checkClientAddress(installation)),
  ];
}

async function ask({ trust }: ProxiedInstallation, ...args: string[]): Promise<Answer> {
  const format = '%{http_code} %{http_version} %{header_json}';
  const { stdout } = await run('curl', ['-sS', '--cacert', trust, '-o', '/dev/null', '-w', format, ...args]);
  const [status, version, ...headers] = stdout.split(' ');
  return { status: Number(status), version: version ?? '', isOfService: headers.join(' ').includes('"x-request-id"') };
}

async function checkTls(installation: ProxiedInstallation): Promise<Finding> {
  const page = await ask(installation, `${installation.submission}/`);
  const plain = await ask(installation, `${installation.submission.replace('https:', 'http:')}/`);
  const facts = `HTTP/${page.version}, ${page.status}; without TLS: ${plain.status}`;
  return ['TLS and HTTP/2', page.version === '2' && page.status === 200 && plain.status === 308, facts];
}

async function checkLimits(installation: ProxiedInstallation): Promise<Finding[]> {
  const { folder, gateway, key, participant, project } = installation;
  const file = path.join(folder, 'upload');
  const chat = async (mib: number) => {
    await writeFile(file, Buffer.alloc(mib * MIB, ' '));
    return ask(installation, ...chatWith(gateway, key), '--data-binary', `@${file}`);
  };
  const form = async (images: number) => {
    await writeFile(file, Buffer.alloc(5 * MIB, ' '));
    const parts = Array.from({ length: images }, (_, at) => ['-F', `images/${at}.png=@${file}`]).flat();
    const head = ['-X', 'PUT', `${project}/readme`, '-H', `Authorization: Bearer ${participant}`, '-F', 'readme=Drill'];
    return ask(installation, ...head, ...parts);
  };
  // What is not too large is wrong in another way.
  const judge = (what: string, small: Answer, large: Answer): Finding => [
    what,
    small.isOfService && small.status !== 413 && large.status === 413,
    `${small.status}, then ${large.status}`,
  ];
  return [
    judge('20 MiB of JSON reach the gateway, 22 MiB are refused', await chat(20), await chat(22)),
    judge('15 images of 5 MiB reach submission, 17 are refused', await form(15), await form(17)),
  ];
}

/** A stream that stays open shows its first event only through a proxy that passes on what it has. */
async function checkStream({ trust, participant, project }: ProxiedInstallation): Promise<Finding> {
  const args = ['-sS', '-N', '--cacert', trust, '--max-time', String(WATCHED_SECONDS), '-w', '\n%{time_starttransfer}'];
  const watch = [`${project}/status/events`, '-H', `Authorization: Bearer ${participant}`];
  const stdout = await run('curl', [...args, ...watch]).then(
    () => '',
    (error: { code?: number; stdout?: string }) => (error.code === 28 ? (error.stdout ?? '') : ''),
  );
  const first = Number(stdout.slice(stdout.lastIndexOf('\n')));
  const isThere = stdout.includes('event: status') && first > 0 && first < WATCHED_SECONDS / 2;
  return [
    'events pass while their stream is open',
    isThere,
    `the first after ${first.toFixed(3)} s, still open after ${WATCHED_SECONDS} s`,
  ];
}

/** Keys that work from one address only say which address the gateway sees. */
async function checkClientAddress(installation: ProxiedInstallation): Promise<Finding[]> {
  const { gateway, ownerKey, trust } = installation;
  const address = addressOfThisMachine();
  if (address === null) throw new Error('This machine has no address but the loopback');
  const invented = '203.0.113.7';
  const here = await makeCustomer(gateway, ownerKey, 'Here', { trust, allowed_ips: [address] });
  const elsewhere = await makeCustomer(gateway, ownerKey, 'Elsewhere', { trust, allowed_ips: [invented] });
  const from = ['--resolve', `${new URL(gateway).host}:443:${address}`, '-d', CHAT];
  const own = await ask(installation, ...chatWith(gateway, here), ...from);
  const claimed = await ask(
    installation,
    ...[...chatWith(gateway, elsewhere), ...from, '-H', `X-Forwarded-For: ${invented}`],
  );
  return [
    ["the gateway sees the client's address", own.status === 200, `a key for ${address} only: ${own.status}`],
    ['a client cannot claim another address', claimed.status === 403, `a key for ${invented} only: ${claimed.status}`],
  ];
}

function addressOfThisMachine(): string | null {
  const all = Object.entries(os.networkInterfaces()).filter(([name]) => !OF_ENGINES.test(name));
  return (
    all.flatMap(([, each]) => each ?? []).find((each) => each.family === 'IPv4' && !each.internal)?.address ?? null
  );
}

function chatWith(gateway: string, key: string): string[] {
  const headers = [`Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  return [`${gateway}/v1/chat/completions`, ...headers.flatMap((header) => ['-H', header])];
}
