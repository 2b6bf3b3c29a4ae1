import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { sloRules } from './slo-rules';
import { FAULTS, SLOS } from './slos';

const WORKSPACE = path.join(__dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(WORKSPACE, file), 'utf8');

describe('the rules of the service level objectives', () => {
  it.each(['docs/slo-rules.yaml', 'deploy/helm/shipyard/files/slo-rules.yaml'])(
    'are in %s as their table says: node tools/run.cjs tools/slo/write-slo-rules.ts writes them',
    (file) => expect(textOf(file)).toBe(sloRules()),
  );

  it('are in the chart', () => {
    expect(textOf('deploy/helm/shipyard/templates/monitoring.yaml')).toContain('.Files.Get "files/slo-rules.yaml"');
  });

  it('count each 5xx code of the gateway that a caller of /v1 can get, and no other', () => {
    const [, gateway = ''] = textOf('docs/errors.md').split('\n## Gateway\n');
    const codes = [...gateway.matchAll(/^\| `([a-z_]+)` \| 5\d\d \|/gm)].map(([, code]) => code);
    expect(FAULTS.toSorted()).toEqual(codes.toSorted());
  });

  it('have a test of promtool for each alert', () => {
    const { tests } = load(textOf('tools/slo/slo-rules.test.yaml')) as {
      tests: { alert_rule_test: { alertname: string }[] }[];
    };
    const tested = tests.flatMap((test) => test.alert_rule_test.map(({ alertname }) => alertname));
    expect(SLOS.map(({ alert }) => alert).filter((alert) => !tested.includes(alert))).toEqual([]);
  });

  it('are in the table of docs/operating/observe.md', () => {
    const page = textOf('docs/operating/observe.md');
    for (const { name, objective } of SLOS) expect(page).toContain(`| \`${name}\` | ${objective * 100} % |`);
  });
});
