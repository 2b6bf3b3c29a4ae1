import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pickFreePort, type Stack, startStack } from '@shipyard/stack';
import { TraceCollector, waitUntil } from '@shipyard/testing';
import { Traffic } from './restore-traffic';

/**
 * A Prometheus scrapes all four processes of a stack in use, with the rules of `docs/`. Its exemplars must name traces that the
 * collector has, each rule must evaluate, and each objective must have a value.
 */

export const needs = ['prometheus'];

const WORKSPACE = path.join(__dirname, '../..');
const TRAFFIC_MS = 30_000;
const WITH_EXEMPLARS = [
  'http_request_duration_seconds',
  'gateway_request_duration_seconds',
  'gateway_first_byte_seconds',
];
const OBJECTIVES = 6;

const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Rule {
  name: string;
  type: 'recording' | 'alerting';
  health: string;
  state?: string;
  lastError?: string;
}

interface Series {
  exemplars: { labels: { trace_id?: string } }[];
}

export async function run(): Promise<void> {
  const version = execFileSync('prometheus', ['--version'], { encoding: 'utf8' });
  say(`Prometheus ${/version (\S+)/.exec(version)?.[1]}, Node ${process.version}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-prometheus-'));
  // Postgres runs as another user if we are root.
  await chmod(folder, 0o755);
  const collector = await TraceCollector.open();
  const { PATH, HOME } = process.env;
  const stack = await startStack({
    ...{ dataDir: path.join(folder, 'data'), queue: 'auto', output: 'files', report: say, showcase: true },
    environment: {
      ...{ PATH, HOME, NODE_ENV: 'test', DEMO: '1', SUBMISSION_PORT: '0', GATEWAY_PORT: '0' },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' },
    },
  });
  let server: PrometheusServer | null = null;
  try {
    server = await PrometheusServer.start(folder, stack.addresses.metricsPort ?? 0);
    await useAll(stack);
    await checkTargets(server);
    await checkExemplars(server, collector);
    await checkRules(server);
    say('The drill is done');
  } finally {
    await server?.stop();
    await stack.stop();
    await collector.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class PrometheusServer {
  private constructor(
    private readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(folder: string, metricsPort: number): Promise<PrometheusServer> {
    const targets = [0, 1, 2, 3].map((offset) => `127.0.0.1:${metricsPort + offset}`);
    const rules = ['docs/alerts.yaml', 'docs/slo-rules.yaml'].map((file) => path.join(WORKSPACE, file));
    const file = path.join(folder, 'prometheus.json');
    const scrapes = [{ job_name: 'shipyard', static_configs: [{ targets }] }];
    const global = { scrape_interval: '1s', evaluation_interval: '2s' };
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ global, rule_files: rules, scrape_configs: scrapes }));
    const address = `127.0.0.1:${await pickFreePort()}`;
    const places = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/series`, `--web.listen-address=${address}`];
    const child = spawn('prometheus', [...places, '--enable-feature=exemplar-storage', '--log.level=error'], {
      stdio: 'inherit',
    });
    const server = new PrometheusServer(`http://${address}`, child);
    await waitUntil(
      () =>
        fetch(`${server.url}/-/ready`).then(
          ({ ok }) => ok || child.exitCode !== null,
          () => false,
        ),
      Boolean,
    );
    return server;
  }

  async ask<Data>(what: string, parameters: Record<string, string> = {}): Promise<Data> {
    const response = await fetch(`${this.url}/api/v1/${what}?${new URLSearchParams(parameters)}`);
    const { data, error } = (await response.json()) as { data?: Data; error?: string };
    if (data === undefined) throw new Error(`Prometheus refused ${what}: ${error}`);
    return data;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** Chats, images, uploads and pages, for as long as rates need. */
async function useAll({ credentials, addresses }: Stack): Promise<void> {
  if (credentials === null) throw new Error('The drill needs the demo');
  const traffic = new Traffic(credentials);
  traffic.start(await traffic.createProject('drill'));
  const endsAt = Date.now() + TRAFFIC_MS;
  let pages = 0;
  while (Date.now() < endsAt) {
    for (const page of ['/', '/projects/drill', '/programs'])
      await fetch(`${addresses.submissionUrl}${page}`).then((response) => response.arrayBuffer());
    pages += 3;
    await wait(200);
  }
  await traffic.stop();
  // One scrape and one evaluation more.
  await wait(4_000);
  say(`In ${TRAFFIC_MS / 1_000} s: ${traffic.chats} chats, ${traffic.uploads} uploads, ${pages} pages`);
}

async function checkTargets(server: PrometheusServer): Promise<void> {
  const { activeTargets } = await server.ask<{ activeTargets: { health: string; lastError: string }[] }>('targets');
  const away = activeTargets.filter(({ health }) => health !== 'up');
  judge(`scraped: ${activeTargets.length - away.length} of ${activeTargets.length} processes`, away.length === 0);
}

async function checkExemplars(server: PrometheusServer, collector: TraceCollector): Promise<void> {
  const now = Date.now() / 1_000;
  const within = { start: String(now - 600), end: String(now) };
  for (const name of WITH_EXEMPLARS) {
    const series = await server.ask<Series[]>('query_exemplars', { query: `${name}_bucket`, ...within });
    const named = series.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels.trace_id ?? ''));
    const traces = new Set(named);
    const unknown = [...traces].filter((trace) => !collector.spans.some(({ traceId }) => traceId === trace));
    const facts = `${named.length} exemplars in ${series.length} series, ${unknown.length} of ${traces.size} traces unknown`;
    judge(`${name}: ${facts}`, named.length > 0 && unknown.length === 0);
  }
}

async function checkRules(server: PrometheusServer): Promise<void> {
  const { groups } = await server.ask<{ groups: { rules: Rule[] }[] }>('rules');
  const rules = groups.flatMap((group) => group.rules);
  const [recording, alerting] = (['recording', 'alerting'] as const).map((type) =>
    rules.filter((rule) => rule.type === type),
  );
  const broken = rules.filter(({ health }) => health !== 'ok');
  const firing = rules.filter(({ state }) => state === 'firing');
  say(`Firing: ${firing.map(({ name }) => name).join(', ') || 'nothing'}`);
  judge(
    `${recording?.length} recording rules and ${alerting?.length} alerts evaluate${broken.map(({ name, lastError }) => `; ${name}: ${lastError}`).join('')}`,
    broken.length === 0,
  );
  const { result } = await server.ask<{ result: { metric: { slo?: string }; value: [number, string] }[] }>('query', {
    query: 'shipyard:slo_errors:ratio_rate5m',
  });
  for (const { metric, value } of result) say(`  ${metric.slo}: ${value[1]} of the requests of 5 minutes were bad`);
  judge(`${result.length} objectives of ${OBJECTIVES} have a value`, result.length === OBJECTIVES);
}

function judge(what: string, isAsPromised: boolean): void {
  say(`${isAsPromised ? 'ok' : 'WRONG'}: ${what}`);
  if (!isAsPromised) process.exitCode = 1;
}
