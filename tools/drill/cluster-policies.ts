import { setTimeout as after } from 'node:timers/promises';
import { DATABASES } from './cluster-secrets';
import { apply, kubectl, RELEASE, say } from './cluster-tools';

/*
 * Connects from inside pods to each other and to the servers, and compares what passes with what the chart promises. A
 * pod of the drill that no policy names reaches everything, so a refusal is a policy's.
 */

/** A cluster may take some seconds to learn of a new policy. */
const LEARNS_WITHIN_MS = 30_000;
const STRANGER = 'stranger';
const LONELY = 'lonely';

interface Connection {
  from: string;
  to: string;
  port: number;
  passes: boolean;
}

const passing = (from: string, ...targets: [to: string, port: number][]): Connection[] =>
  targets.map(([to, port]) => ({ from, to, port, passes: true }));
const refused = (from: string, ...targets: [to: string, port: number][]): Connection[] =>
  targets.map(([to, port]) => ({ from, to, port, passes: false }));

const SUBMISSION_DATABASE: [string, number] = [DATABASES.submission, 5432];
const GATEWAY_DATABASE: [string, number] = [DATABASES.gateway, 5432];
const REDIS: [string, number] = ['redis', 6379];
const STORE: [string, number] = ['s3', 9000];
const SUPPLIER: [string, number] = ['supplier', 8080];
const SUBMISSION: [string, number] = [`${RELEASE}-submission`, 3000];
const GATEWAY: [string, number] = [`${RELEASE}-gateway`, 3100];

const CONNECTIONS: Connection[] = [
  ...passing(STRANGER, SUBMISSION_DATABASE, GATEWAY_DATABASE, REDIS, STORE, SUPPLIER, SUBMISSION, GATEWAY),
  ...passing('submission', SUBMISSION_DATABASE, REDIS, STORE),
  ...refused('submission', GATEWAY_DATABASE, SUPPLIER, GATEWAY),
  ...passing('submission-worker', SUBMISSION_DATABASE, REDIS, STORE, SUPPLIER, GATEWAY),
  ...refused('submission-worker', GATEWAY_DATABASE, SUBMISSION),
  ...passing('gateway', GATEWAY_DATABASE, REDIS, STORE, SUPPLIER),
  ...refused('gateway', SUBMISSION_DATABASE, SUBMISSION),
  ...passing('gateway-worker', GATEWAY_DATABASE, REDIS, STORE, SUPPLIER),
  ...refused('gateway-worker', SUBMISSION_DATABASE, SUBMISSION),
];

/** Prints "passes", or what came instead. The name is looked up first, so what passes shows that DNS does too. */
const CONNECT = `
const [host, port] = process.argv.slice(1);
require('node:dns').lookup(host, 4, (error, address) => {
  if (error) return console.log('no name: ' + error.code);
  const socket = require('node:net').connect({ host: address, port: Number(port) });
  const end = (word) => { console.log(word); process.exit(); };
  socket.setTimeout(4000, () => end('refused: no answer')).on('connect', () => end('passes')).on('error', (e) => end('refused: ' + e.code));
});`;

const idlePod = (image: string, name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: name } },
  spec: {
    terminationGracePeriodSeconds: 1,
    containers: [
      {
        name: 'main',
        image,
        imagePullPolicy: 'IfNotPresent',
        command: ['node', '-e', "setInterval(() => {}, 60000); process.on('SIGTERM', () => process.exit(0))"],
      },
    ],
  },
});

const mayNothing = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: LONELY },
  spec: { podSelector: { matchLabels: { app: LONELY } }, policyTypes: ['Egress'] },
};

async function connect(from: string, to: string, port: number): Promise<string> {
  const pod = from === STRANGER || from === LONELY ? `pod/${from}` : `deploy/${RELEASE}-${from}`;
  const said = await kubectl('exec', pod, '--', 'node', '-e', CONNECT, to, String(port));
  return said.trim();
}

/** A policy of its own tells whether this cluster enforces any: the chart's could be wrong. */
async function isEnforced(image: string): Promise<boolean> {
  for (const object of [mayNothing, idlePod(image, LONELY), idlePod(image, STRANGER)]) await apply(object);
  await kubectl('wait', '--for=condition=Ready', `pod/${LONELY}`, `pod/${STRANGER}`, '--timeout=120s');
  const giveUpAt = Date.now() + LEARNS_WITHIN_MS;
  for (;;) {
    if ((await connect(LONELY, ...REDIS)) !== 'passes') return true;
    if (Date.now() > giveUpAt) return false;
    await after(2_000);
  }
}

/** False if this cluster enforces no policy. Throws if one lets pass what it should not, or the reverse. */
export async function tryPolicies(image: string): Promise<boolean> {
  try {
    if (!(await isEnforced(image))) {
      say('This cluster enforces no network policies, so they are not tried');
      return false;
    }
    const wrong: string[] = [];
    for (const { from, to, port, passes } of CONNECTIONS) {
      const found = await connect(from, to, port);
      const line = `${from} -> ${to}:${port}: ${found}`;
      if ((found === 'passes') !== passes) wrong.push(line);
      if (from !== STRANGER) say(`  ${line}`);
    }
    if (wrong.length > 0) throw new Error(`The policies do not hold:\n${wrong.join('\n')}`);
    say(
      `The network policies hold: ${CONNECTIONS.length} connections tried, each to an address that a stranger reaches`,
    );
    return true;
  } finally {
    await kubectl('delete', 'pod', LONELY, STRANGER, '--ignore-not-found', '--wait=false');
    await kubectl('delete', 'networkpolicy', LONELY, '--ignore-not-found');
  }
}
