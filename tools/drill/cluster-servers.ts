import { load } from 'js-yaml';
import { DATABASES } from './cluster-secrets';

/** What the drill puts beside the chart: Postgres, Redis, an S3 server, a supplier that answers slowly, and clients. */

export interface ServerImages {
  postgres: string;
  redis: string;
  s3: string;
  shipyard: string;
}

export const STREAM_SECONDS = 20;

/** Speaks OpenAI's protocol. A stream has a word each second. */
const SUPPLIER = `
const http = require('node:http');
const usage = { prompt_tokens: 5, completion_tokens: ${STREAM_SECONDS}, total_tokens: ${5 + STREAM_SECONDS} };
http.createServer((request, response) => {
  request.resume().on('end', async () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (rest) => response.write('data: ' + JSON.stringify({ id: 'slow', object: 'chat.completion.chunk', created: 1, model: 'slow', ...rest }) + '\\n\\n');
    for (let at = 0; at < ${STREAM_SECONDS}; at += 1) {
      send({ choices: [{ index: 0, delta: at === 0 ? { role: 'assistant', content: 'word' } : { content: ' word' }, finish_reason: null }] });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    send({ choices: [], usage });
    response.end('data: [DONE]\\n\\n');
  });
}).listen(8080, () => console.log('serves'));
process.on('SIGTERM', () => process.exit(0));
`;

/** Each client opens a new connection for each stream. It prints a line of figures each second, and ends its streams on SIGTERM. */
const CLIENTS = `
const http = require('node:http');
const { URL_OF_GATEWAY, KEY, COUNT } = process.env;
let answered = 0, open = 0, stopping = false;
const failures = [];
const body = JSON.stringify({ model: 'slow-chat', stream: true, messages: [{ role: 'user', content: 'Say hello' }] });
const ask = () => new Promise((resolve) => {
  open += 1;
  const end = (failure) => { open -= 1; if (failure) failures.push(failure); else answered += 1; resolve(); };
  const headers = { authorization: 'Bearer ' + KEY, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  http.request(URL_OF_GATEWAY + '/v1/chat/completions', { method: 'POST', agent: false, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece) => (text += piece));
    response.once('close', () => end(response.statusCode === 200 && response.complete && text.trimEnd().endsWith('data: [DONE]') ? null : response.statusCode + ' ' + text.slice(-200)));
  }).setTimeout(60000, function () { this.destroy(new Error('silent')); }).on('error', (error) => end(String(error.code ?? error.message))).end(body);
});
const drive = async () => { while (!stopping) await ask(); };
const say = () => console.log(JSON.stringify({ answered, open, failed: failures.length, failures: failures.slice(0, 5) }));
const clients = Array.from({ length: Number(COUNT) }, drive);
setInterval(say, 1000).unref();
process.on('SIGUSR2', () => (stopping = true));
Promise.all(clients).then(() => { say(); console.log('ended'); setInterval(() => {}, 60000); });
process.on('SIGTERM', () => process.exit(0));
`;

const S3 = `python3 -m moto.server -H 0.0.0.0 -p 9000 &
until python3 -c 'import urllib.request as u; u.urlopen(u.Request("http://127.0.0.1:9000/shipyard", method="PUT"))' 2>/dev/null; do sleep 1; done
touch /tmp/ready; wait`;

export const scripts = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'scripts' },
  data: { 'supplier.js': SUPPLIER, 'clients.js': CLIENTS },
};

export function servers(images: ServerImages, passwords: { postgres: string; redis: string }): unknown[] {
  const node = { image: images.shipyard, volumeMounts: [{ name: 'scripts', mountPath: '/scripts' }] };
  const volumes = [{ name: 'scripts', configMap: { name: 'scripts' } }];
  return [
    scripts,
    ...Object.values(DATABASES).flatMap((name) =>
      server(name, 5432, {
        image: images.postgres,
        env: env({ POSTGRES_DB: 'shipyard', POSTGRES_PASSWORD: passwords.postgres }),
        args: ['-c', 'max_connections=300'],
        readinessProbe: {
          exec: { command: ['psql', '-U', 'postgres', '-d', 'shipyard', '-c', 'SELECT 1'] },
          periodSeconds: 2,
          timeoutSeconds: 20,
        },
      }),
    ),
    ...server('redis', 6379, {
      image: images.redis,
      command: ['redis-server', '--requirepass', passwords.redis, '--maxmemory-policy', 'noeviction', '--save', ''],
    }),
    ...server('s3', 9000, {
      image: images.s3,
      command: ['sh', '-c', S3],
      readinessProbe: { exec: { command: ['test', '-e', '/tmp/ready'] }, periodSeconds: 2, timeoutSeconds: 20 },
    }),
    ...server('supplier', 8080, { ...node, command: ['node', '/scripts/supplier.js'] }, volumes),
  ];
}

export const clients = (image: string, name: string, variables: Record<string, string>): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    restartPolicy: 'Never',
    terminationGracePeriodSeconds: 1,
    containers: [
      {
        name: 'main',
        image,
        imagePullPolicy: 'IfNotPresent',
        command: ['node', '/scripts/clients.js'],
        env: env(variables),
        volumeMounts: [{ name: 'scripts', mountPath: '/scripts' }],
      },
    ],
    volumes: [{ name: 'scripts', configMap: { name: 'scripts' } }],
  },
});

const env = (variables: Record<string, string>) => Object.entries(variables).map(([name, value]) => ({ name, value }));

function server(name: string, port: number, container: object, volumes: unknown[] = []): unknown[] {
  const labels = { app: name };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: {
        selector: { matchLabels: labels },
        strategy: { type: 'Recreate' },
        template: {
          metadata: { labels },
          spec: {
            terminationGracePeriodSeconds: 5,
            containers: [
              { name: 'main', imagePullPolicy: 'IfNotPresent', ports: [{ containerPort: port }], ...container },
            ],
            volumes,
          },
        },
      },
    },
    { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { selector: labels, ports: [{ port }] } },
  ];
}

const podsOf = (app: string) => [{ podSelector: { matchLabels: { app } } }];

/** The values of the drill: small, without what a new cluster lacks. */
export function drillValues(
  image: { repository: string; tag: string },
  urls: { submission: string; gateway: string },
  provision: boolean,
): object {
  const process = {
    autoscaling: { enabled: false },
    resources: { requests: { cpu: '20m', memory: '128Mi' }, limits: { memory: '1Gi' } },
  };
  return {
    fullnameOverride: 'shipyard',
    image: { ...image, pullPolicy: 'IfNotPresent' },
    publicUrls: urls,
    settings: {
      REVIEW_MODEL: 'sandbox-chat',
      ENABLE_SANDBOX: '1',
      STAFF_TOTP: 'optional',
      IMAGE_PROXY: '0',
      REQUEST_DEADLINE_SECONDS: '60',
    },
    objectStore: {
      bucket: 'shipyard',
      region: 'us-east-1',
      endpoint: 'http://s3:9000',
      forcePathStyle: true,
      allowHttp: true,
    },
    migrations: { provision },
    networkPolicy: {
      enabled: true,
      dns: [{ ipBlock: { cidr: '0.0.0.0/0' } }],
      submissionDatabase: podsOf(DATABASES.submission),
      gatewayDatabase: podsOf(DATABASES.gateway),
      redis: podsOf('redis'),
      objectStore: podsOf('s3'),
      objectStorePort: 9000,
      outside: [{ ipBlock: { cidr: '0.0.0.0/0' } }, ...podsOf('supplier')],
      outsidePorts: [80, 443, 8080],
    },
    processes: {
      submission: process,
      'submission-worker': process,
      gateway: process,
      'gateway-worker': process,
    },
  };
}

/** What the clients say in the last line of their log. */
export interface Figures {
  answered: number;
  open: number;
  failed: number;
  failures: string[];
}

export function figuresIn(log: string): Figures {
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  return load(lines.at(-1) ?? '{ answered: 0, open: 0, failed: 0, failures: [] }') as Figures;
}
