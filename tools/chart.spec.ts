import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import { load } from 'js-yaml';

const WORKSPACE = path.join(__dirname, '..');
const CHART = path.join(WORKSPACE, 'deploy/helm/shipyard');
const textOf = (file: string) => readFileSync(path.join(CHART, file), 'utf8');
const yamlOf = (file: string): unknown => load(textOf(file));

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

interface Process {
  service: string;
  command: string;
  queues?: string[];
  given: string[];
  settings: string[];
}

const values = yamlOf('values.yaml') as Tree & { settings: Tree; processes: Tree; secrets: Tree };
const full = yamlOf('ci/full-values.yaml') as Tree;
const processes = yamlOf('files/processes.yaml') as Record<string, Process>;
const isValid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(textOf('values.schema.json')) as object,
);
const problemsOf = (checked: unknown) => (isValid(checked) ? [] : isValid.errors);

/** Later trees win, as with `helm -f`. */
const merged = (base: Tree, above: Tree): Tree => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(above).map(([key, value]) => [
      key,
      isTree(value) && isTree(base[key]) ? merged(base[key], value) : value,
    ]),
  ),
});

/** The paths of all values. What Kubernetes defines, such as the keys of resources, is one value. */
function pathsOf(tree: Tree, above = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const here = above === '' ? key : `${above}.${key}`;
    const isOurs = isTree(value) && Object.keys(value).length > 0 && !['resources', 'dashboardLabels'].includes(key);
    return isOurs ? pathsOf(value, here) : [here];
  });
}

const valueAt = (tree: Tree, where: string): unknown =>
  where.split('.').reduce<unknown>((found, key) => (isTree(found) ? found[key] : undefined), tree);

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(WORKSPACE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(path.join(WORKSPACE, folder, file), 'utf8'));

const sources = ['apps/submission/src', 'apps/gateway/src', 'libs/platform/src', 'libs/mail/src'].flatMap(sourcesIn);

/** Each with its kind: a histogram has the series _bucket, _sum and _count. prom-client makes the default ones. */
const METRICS = new Map(
  sources.flatMap((source) =>
    [...source.matchAll(/new (Counter|Gauge|Histogram)\(\{\s*name: '(\w+)'/g)].map(
      ([, kind = '', name = '']) => [name, kind] as const,
    ),
  ),
);
const DEFAULT_METRICS = [
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];
const FUNCTIONS =
  /^(?:sum|max|min|by|or|and|on|le|rate|increase|time|absent|topk|histogram_quantile|avg|count|unless)$/;

/** Names of metrics in an expression of PromQL: what is left without labels, groups, ranges and functions. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^{}]*\}|\[[^[\]]*\]|"[^"]*"/g, ' ')
    .replaceAll(/\b(?:by|on|without|ignoring) ?\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b/g)].map(([name]) => name).filter((name) => !FUNCTIONS.test(name));
}

function isSeries(name: string): boolean {
  if (DEFAULT_METRICS.includes(name)) return true;
  const base = name.replace(/_(?:bucket|sum|count)$/, '');
  return METRICS.get(name) === 'Histogram' ? false : METRICS.has(name) || METRICS.get(base) === 'Histogram';
}

describe('the chart', () => {
  it('has the version of the product', () => {
    const { version } = JSON.parse(readFileSync(path.join(WORKSPACE, 'package.json'), 'utf8')) as { version: string };
    const chart = yamlOf('Chart.yaml') as { version: string; appVersion: string };
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });

  it('checks its values, and refuses a name that it does not know', () => {
    expect(problemsOf(values)).toEqual([]);
    for (const file of readdirSync(path.join(CHART, 'ci')))
      expect([file, problemsOf(merged(values, yamlOf(`ci/${file}`) as Tree))]).toEqual([file, []]);
    expect(problemsOf({ ...values, replicaCount: 2 })).not.toEqual([]);
    expect(problemsOf(merged(values, { settings: { STAFF_TOPT: 'required' } }))).not.toEqual([]);
    expect(problemsOf(merged(values, { publicUrls: { gateway: 'http://gateway.example.com' } }))).not.toEqual([]);
  });

  it('describes each value in its README, and sets each to something else in ci/full-values.yaml', () => {
    const paths = pathsOf(values);
    expect(paths.length).toBeGreaterThan(100);
    const described = textOf('README.md');
    const short = (where: string) => where.replace(/^processes\.[a-z-]+\./, 'processes.NAME.');
    expect(paths.filter((where) => !described.includes(`\`${short(where)}\``))).toEqual([]);
    expect(
      paths.filter((where) => JSON.stringify(valueAt(full, where)) === JSON.stringify(valueAt(values, where))),
    ).toEqual(['serviceAccount.create']);
  });

  it('gives processes what it has values for, and has no value that no process reads', () => {
    expect(Object.keys(values.processes)).toEqual(Object.keys(processes));
    const settings = Object.values(processes).flatMap((each) => each.settings);
    expect(Object.keys(values.settings).sort()).toEqual([...new Set(settings)].sort());
    const set = [...textOf('templates/_environment.tpl').matchAll(/^([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name);
    const given = Object.values(processes).flatMap((each) => each.given);
    expect([...new Set(given)].sort()).toEqual(set.sort());
  });

  it.each(['submission', 'gateway'])('scales the worker of %s on all queues that it takes jobs from', (service) => {
    const own = [`apps/${service}/src`, 'libs/mail/src'].flatMap(sourcesIn).join('\n');
    const named = [...own.matchAll(/^export const [A-Z_]+ = '([a-z-]+)';/gm)].map(([, name = '']) => name);
    const { queues = [] } = processes[`${service}-worker`] ?? {};
    const taken = [...own.matchAll(/^@Processor\(([A-Z_]+)/gm)].map(([, constant]) => constant);
    expect([queues.length, queues.filter((queue) => !named.includes(queue))]).toEqual([taken.length, []]);
    expect(own).toContain(`url: config.REDIS_URL, prefix: '${service}'`);
    expect(textOf('templates/scaling.yaml')).toContain('listName: {{ $facts.service }}:{{ . }}:wait');
  });

  it('holds no secret: a value names a Secret', () => {
    expect(Object.keys(values.secrets)).toEqual(['submission', 'gateway', 'migrations', 'provision']);
    expect(pathsOf(values).filter((where) => /password|token|accessKey|master/i.test(where))).toEqual([
      'keda.passwordSecret',
      'keda.passwordKey',
    ]);
  });

  it('carries the alert rules of the documentation, not a copy', () => {
    expect(textOf('files/alerts.yaml')).toBe(readFileSync(path.join(WORKSPACE, 'docs/alerts.yaml'), 'utf8'));
    expect(textOf('templates/monitoring.yaml')).toContain('.Files.Get "files/alerts.yaml"');
  });
});

describe.each(readdirSync(path.join(CHART, 'dashboards')))('the dashboard %s', (file) => {
  const dashboard = JSON.parse(textOf(`dashboards/${file}`)) as {
    uid: string;
    panels: { id: number; title: string; targets: { expr: string }[] }[];
  };

  it('shows only metrics that exist', () => {
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(5);
    for (const expression of expressions) expect([expression, metricsIn(expression)]).not.toEqual([expression, []]);
    expect([...new Set(expressions.flatMap(metricsIn))].filter((name) => !isSeries(name))).toEqual([]);
  });

  it('has panels that can be told apart', () => {
    expect(dashboard.uid).toBe(`shipyard-${path.basename(file, '.json')}`);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    expect(new Set(dashboard.panels.map(({ title }) => title)).size).toBe(dashboard.panels.length);
  });
});
