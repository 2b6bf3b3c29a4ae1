import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

const WORKSPACE = path.join(__dirname, '..');
const textOf = (file: string) => readFileSync(path.join(WORKSPACE, file), 'utf8');

interface Rule {
  /** Absent in a recording rule. */
  alert?: string;
  annotations?: { runbook_url?: string };
}

const rules = ['docs/alerts.yaml', 'docs/slo-rules.yaml']
  .flatMap((file) => (load(textOf(file)) as { groups: { rules: Rule[] }[] }).groups)
  .flatMap((group) => group.rules)
  .flatMap(({ alert, annotations }) => (alert === undefined ? [] : [{ alert, annotations }]));
const sections = new Map(
  textOf('docs/runbook.md')
    .split(/^## /m)
    .slice(1)
    .map((section): [string, string] => [section.slice(0, section.indexOf('\n')), section]),
);

describe('the runbook', () => {
  it.each(rules)(
    'says what $alert means, how to look, what to do, and which drill shows it',
    ({ alert, annotations }) => {
      const section = sections.get(alert) ?? '';
      for (const part of ['**Means:**', '**Look:**', '**Do', '**Drill:**']) expect(section).toContain(part);
      expect(annotations?.runbook_url).toBe(`/docs/runbook.html#${alert.toLowerCase()}`);
    },
  );

  it('has a section for alerts only', () => {
    expect([...sections.keys()].sort()).toEqual([...new Set(rules.map(({ alert }) => alert))].sort());
  });

  it('names suites that exist', () => {
    const suites = [...textOf('docs/runbook.md').matchAll(/suite `([\w-]+)` of the gateway/g)].map(([, name]) => name);
    expect(
      suites.filter((name) => !existsSync(path.join(WORKSPACE, `apps/gateway-e2e/src/${name}.e2e-spec.ts`))),
    ).toEqual([]);
  });
});
