import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: { summary: string; description?: string };
}

const file = load(readFileSync(path.join(__dirname, '../../../docs/alerts.yaml'), 'utf8')) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = file.groups.flatMap((group) => group.rules);

const DURATION = /^\d+[smhd]$/;
const source = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .map((file) => readFileSync(path.join(__dirname, file), 'utf8'))
  .join('\n');

function isBalanced(text: string): boolean {
  const open: string[] = [];
  const closes = new Map([
    [')', '('],
    [']', '['],
    ['}', '{'],
  ]);
  for (const character of text) {
    if ('([{'.includes(character)) open.push(character);
    const opener = closes.get(character);
    if (opener !== undefined && open.pop() !== opener) return false;
  }
  return open.length === 0;
}

describe('docs/alerts.yaml', () => {
  it('has groups of rules, and no other keys', () => {
    expect(Object.keys(file)).toEqual(['groups']);
    for (const group of file.groups) expect(Object.keys(group).sort()).toEqual(['name', 'rules']);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it.each(rules)('$alert has a condition, a severity and instructions', (rule) => {
    expect(
      Object.keys(rule)
        .filter((key) => key !== 'for')
        .sort(),
    ).toEqual(['alert', 'annotations', 'expr', 'labels']);
    expect(rule.alert).toMatch(/^[A-Z][A-Za-z]+$/);
    expect(rule.for ?? '1m').toMatch(DURATION);
    expect(['warning', 'critical']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\w/);
    expect(isBalanced(rule.expr)).toBe(true);
    for (const [, range = ''] of rule.expr.matchAll(/\[(\w+)\]/g)) expect(range).toMatch(DURATION);
  });

  it.each(rules)('$alert uses existing metrics', ({ expr }) => {
    const names = [...expr.matchAll(/gateway_\w+/g)].map(([name]) => name);
    expect(names).not.toEqual([]);
    for (const name of names) expect(source).toContain(`name: '${name}'`);
  });
});
