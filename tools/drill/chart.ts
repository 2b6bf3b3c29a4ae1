import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { brokenRules } from './chart-rules';
import { writeChartSchemas } from './chart-schemas';

/*
 * Lints the chart, and validates what it renders with each file of values in its folder `ci`: its form, and who may reach
 * what. No cluster is needed.
 */

export const needs = ['helm', 'kubeconform', 'promtool', 'go'];
export const advice =
  'go install helm.sh/helm/v3/cmd/helm@latest; go install github.com/yannh/kubeconform/cmd/kubeconform@latest. promtool comes with Prometheus.';

const CHART = path.join(__dirname, '../../deploy/helm/shipyard');
const KUBERNETES = '1.33.0';
/** As the files of values name it. */
const SUBMISSION_DATABASES = ['submission-postgres', '192.0.2.10/32'];

export function run(): Promise<void> {
  const schemas = mkdtempSync(path.join(tmpdir(), 'chart-schemas-'));
  try {
    const location = writeChartSchemas(schemas);
    for (const file of readdirSync(path.join(CHART, 'ci'))) {
      const values = path.join(CHART, 'ci', file);
      execute('helm', ['lint', '--strict', '--quiet', CHART, '--values', values]);
      const rendered = execute('helm', [
        'template',
        'shipyard',
        CHART,
        '--kube-version',
        KUBERNETES,
        '--values',
        values,
      ]);
      const checked = execute('kubeconform', ['-strict', '-summary', '-schema-location', location], rendered);
      process.stdout.write(`${file}: ${checked}`);
      checkAlerts(rendered, path.join(schemas, 'rules.yaml'));
      const broken = SUBMISSION_DATABASES.flatMap((database) => brokenRules(rendered, database));
      if (broken.length > 0) throw new Error([...new Set(broken)].join('\n'));
    }
  } finally {
    rmSync(schemas, { recursive: true });
  }
  return Promise.resolve();
}

/** Lets Prometheus read the rules out of the rendered PrometheusRule. */
function checkAlerts(rendered: string, file: string): void {
  const objects = loadAll(rendered) as ({ kind: string; spec: object } | null)[];
  for (const object of objects)
    if (object?.kind === 'PrometheusRule') {
      writeFileSync(file, JSON.stringify(object.spec));
      const found = /SUCCESS: .*/.exec(execute('promtool', ['check', 'rules', file]))?.[0] ?? 'no rules';
      process.stdout.write(`  its PrometheusRule: ${found}\n`);
    }
}

function execute(command: string, args: string[], input?: string): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  });
}
