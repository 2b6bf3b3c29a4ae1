import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter, type Rule, RuleTester } from 'eslint';

interface Entry {
  root: string;
  feature: string;
  reads?: string[];
  writes?: string[];
  because: string;
}

const ownTables = jest.requireActual<Rule.RuleModule>('./own-tables.cjs');
const { tableOwners } = jest.requireActual<{ tableOwners: Record<string, Record<string, string[]>> }>(
  './table-owners.cjs',
);
const { allowed } = jest.requireActual<{ allowed: Entry[] }>('./table-entries.cjs');

const workspace = path.join(__dirname, '..', '..');
const languageOptions = { parser, sourceType: 'module' as const };
const options = [
  { tableOwners, allowed: [{ root: 'apps/submission/src', feature: 'staff', reads: ['accounts'], writes: ['logs'] }] },
];
const at = (feature: string, code: string, app = 'submission') => ({
  code,
  options,
  filename: path.join(workspace, 'apps', app, 'src', feature, 'some.ts'),
});
const refused = (feature: string, code: string, act: string, table: string, owner: string, app?: string) => ({
  ...at(feature, code, app),
  errors: [{ messageId: 'foreign', data: { feature, act, table, owner } }],
});
const filesUnder = (folder: string) =>
  readdirSync(path.join(workspace, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('spec.ts'),
  );

new RuleTester({ languageOptions }).run('own-tables', ownTables, {
  valid: [
    at('logs', "manager.query('SELECT id FROM logs')"),
    at('logs', 'manager.findOneBy(Log, { id })'),
    at('staff', "manager.query('SELECT id FROM accounts')"),
    at('staff', "manager.query('UPDATE logs SET title = $1')"),
    at('staff', "manager.query('SELECT title FROM logs')"),
    at('logs', "throw new Error('Read this from projects')"),
    at('logs', "manager.query('WITH fresh AS (SELECT 1) SELECT FROM fresh')"),
    at('logs', "manager.query('SELECT extract(epoch FROM created_at) AS projects FROM logs')"),
    at('logs', 'manager.query(`SELECT FROM ${LOG_TABLES} WHERE ${column} = $1`)'),
    at('billing', "manager.query('SELECT FROM projects')", 'gateway'),
  ],
  invalid: [
    refused('logs', "manager.query('SELECT id FROM projects')", 'read', 'projects', 'projects'),
    refused('logs', "manager.query('select id from projects')", 'read', 'projects', 'projects'),
    refused('logs', 'const NEWEST = \'SELECT id FROM "projects"\'', 'read', 'projects', 'projects'),
    refused('logs', "manager.query('UPDATE projects SET log_count = 1')", 'write', 'projects', 'projects'),
    refused('logs', 'manager.query(`INSERT INTO slugs (slug) VALUES (${value})`)', 'write', 'slugs', 'projects'),
    refused('logs', "manager.query('DELETE FROM reviews')", 'write', 'reviews', 'reviews'),
    refused('logs', "manager.query('DELETE FROM logs USING reviews')", 'read', 'reviews', 'reviews'),
    refused(
      'logs',
      'manager.query(`SELECT FROM logs log, LATERAL (SELECT 1) one JOIN readmes ON true`)',
      'read',
      'readmes',
      'readme',
    ),
    refused('logs', "manager.query('SELECT FROM logs AS log, projects project')", 'read', 'projects', 'projects'),
    refused('logs', "manager.query('SELECT FROM second_factors')", 'read', 'second_factors', 'auth/src'),
    refused('staff', "manager.query('UPDATE accounts SET roles = $1')", 'write', 'accounts', 'accounts'),
    refused('logs', 'manager.findOneBy(Project, { id })', 'read', 'projects', 'projects'),
    refused(
      'logs',
      "import { Project as Row } from '../projects'; manager.findOneBy(Row, { id })",
      'read',
      'projects',
      'projects',
    ),
    refused('logs', 'manager.getRepository(Project)', 'read', 'projects', 'projects'),
    refused('logs', "manager.createQueryBuilder(Project, 'project').getOne()", 'read', 'projects', 'projects'),
    refused('logs', 'manager.update(Project, { id }, { name })', 'write', 'projects', 'projects'),
    refused('logs', 'manager.createQueryBuilder().insert().into(Project)', 'write', 'projects', 'projects'),
    refused('images', "manager.query('SELECT FROM customers')", 'read', 'customers', 'customers', 'gateway'),
    { ...at('logs', 'manager.query(`DELETE FROM ${table} WHERE id = $1`)'), errors: [{ messageId: 'dynamic' }] },
  ],
});

describe('the owners of tables', () => {
  it.each(['submission', 'gateway'])('gives each table of %s one owner', (app) => {
    const migrations = `apps/${app}/src/database`;
    const texts = filesUnder(migrations)
      .sort()
      .map((file) => readFileSync(path.join(workspace, migrations, file), 'utf8'));
    const made = new Set<string>();
    for (const text of texts) {
      for (const [, verb, name] of text
        .replace(/^ {2}async down\([^]*?^ {2}\}/m, '')
        .matchAll(/\b(CREATE|DROP) TABLE (?:IF (?:NOT )?EXISTS )?([a-z_]+)/g)) {
        if (verb === 'CREATE') made.add(name ?? '');
        else made.delete(name ?? '');
      }
    }
    const owned = [
      ...Object.values(tableOwners[`apps/${app}/src`] ?? {}),
      ...Object.values(tableOwners.libs ?? {}),
    ].flat();
    expect(owned.filter((table, index) => owned.indexOf(table) !== index)).toEqual([]);
    expect([...owned].sort()).toEqual([...made].filter((name) => !name.endsWith('_default')).sort());
  });

  it('has only entries that are needed and give a reason', () => {
    const linter = new Linter({ cwd: workspace });
    const config: Linter.Config[] = [
      {
        files: ['**/*.ts'],
        languageOptions,
        plugins: { local: { rules: { 'own-tables': ownTables } } },
        rules: { 'local/own-tables': ['error', { tableOwners, allowed: [] }] },
      },
    ];
    let unused = allowed.flatMap(({ root, feature, reads = [], writes = [] }) => [
      ...reads.map((table) => ({ root, feature, act: 'read', table })),
      ...writes.map((table) => ({ root, feature, act: 'write', table })),
    ]);
    for (const root of new Set(allowed.map((entry) => entry.root))) {
      for (const file of filesUnder(root).filter((name) => !name.startsWith('database'))) {
        const isOf = (feature: string) => (feature === '' ? !file.includes(path.sep) : file.startsWith(`${feature}/`));
        // Reading every file of the services would take ten seconds.
        if (!unused.some((entry) => entry.root === root && isOf(entry.feature))) continue;
        const filename = path.join(workspace, root, file);
        const text = readFileSync(filename, 'utf8');
        if (!/\b(?:FROM|JOIN|UPDATE|INTO)\b|manager\b/i.test(text)) continue;
        for (const { message } of linter.verify(text, config, filename)) {
          const [, act, table] = /^(?:\S+| ?This file) must not (read|write) (\w+):/.exec(message) ?? [];
          unused = unused.filter(
            (entry) => !(entry.root === root && isOf(entry.feature) && entry.act === act && entry.table === table),
          );
        }
      }
    }
    expect(unused).toEqual([]);
    expect(allowed.filter(({ because }) => because.length < 20)).toEqual([]);
  }, 120_000);
});
