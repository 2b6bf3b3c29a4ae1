import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brokenRules } from './chart-rules';
import { writeChartSchemas } from './chart-schemas';

/*
 * Lints the chart, and validates what it renders with each file of values in its folder `ci`: its form, and who may reach
 * what. No cluster is needed.
 */

export const needs = ['helm', 'kubeconform', 'go'];

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
      const broken = SUBMISSION_DATABASES.flatMap((database) => brokenRules(rendered, database));
      if (broken.length > 0) throw new Error([...new Set(broken)].join('\n'));
    }
  } finally {
    rmSync(schemas, { recursive: true });
  }
  return Promise.resolve();
}

function execute(command: string, args: string[], input?: string): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  });
}
