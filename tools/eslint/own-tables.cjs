const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');
const { visitTableUses } = require('./table-uses.cjs');

/** Refuses SQL on the table of another feature, unless an entry with a reason allows it. */

const workspace = path.join(__dirname, '..', '..');

/**
 * Reads which class maps which table, so that the map of owners need not repeat it. An index.ts can offer a class by
 * another name.
 */
function entitiesIn(app) {
  const files = readdirSync(path.join(workspace, app), { recursive: true });
  const textsOf = (end) =>
    files.filter((file) => file.endsWith(end)).map((file) => readFileSync(path.join(workspace, app, file), 'utf8'));
  const classes = textsOf('.entity.ts').flatMap((text) => [...text.matchAll(/@Entity\('(\w+)'[^]*?\bclass (\w+)/g)]);
  const tables = Object.fromEntries(classes.map(([, table, name]) => [name, table]));
  for (const [, name, offeredAs] of textsOf('index.ts').flatMap((text) => [...text.matchAll(/\b(\w+) as (\w+)/g)])) {
    if (Object.hasOwn(tables, name)) tables[offeredAs] = tables[name];
  }
  return tables;
}

function placeOf(file, tableOwners) {
  const relative = path.relative(workspace, file).split(path.sep).join('/');
  const root = Object.keys(tableOwners).find((name) => relative.startsWith(`${name}/`));
  if (root === undefined) return null;
  const steps = relative.slice(root.length + 1).split('/');
  return { root, feature: root === 'libs' ? steps.slice(0, 2).join('/') : steps.length > 1 ? steps[0] : '' };
}

/** Maps each table to { root, owner }. The tables of the libraries are in every service. */
function ownersFor(root, tableOwners) {
  const seen = root === 'libs' ? Object.keys(tableOwners) : [root, 'libs'];
  return new Map(
    seen.flatMap((name) =>
      Object.entries(tableOwners[name] ?? {}).flatMap(([owner, tables]) =>
        tables.map((table) => [table, { root: name, owner }]),
      ),
    ),
  );
}

const entities = new Map();

module.exports = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        required: ['tableOwners', 'allowed'],
        properties: { tableOwners: { type: 'object' }, allowed: { type: 'array' } },
      },
    ],
    messages: {
      foreign:
        '{{feature}} must not {{act}} {{table}}: the table belongs to {{owner}}. Call a function of {{owner}}, or add an entry with a reason to tools/eslint/table-entries.cjs.',
      dynamic: 'Write the name of the table into the statement, so that its owner can be checked.',
    },
  },
  create(context) {
    const [{ tableOwners, allowed }] = context.options;
    const place = placeOf(context.filename, tableOwners);
    if (place === null) return {};
    const { root, feature } = place;
    const owners = ownersFor(root, tableOwners);
    if (!entities.has(root)) entities.set(root, root === 'libs' ? {} : entitiesIn(root));
    const mayUse = (table, writes) =>
      allowed.some(
        (entry) =>
          entry.root === root &&
          entry.feature === feature &&
          (writes ? (entry.writes ?? []) : [...(entry.writes ?? []), ...(entry.reads ?? [])]).includes(table),
      );

    return visitTableUses(entities.get(root), (node, { table, writes }) => {
      if (table === null) return context.report({ node, messageId: 'dynamic' });
      const held = owners.get(table);
      if (held === undefined || (held.root === root && held.owner === feature) || mayUse(table, writes)) return;
      context.report({
        node,
        messageId: 'foreign',
        data: { feature: feature || 'This file', act: writes ? 'write' : 'read', table, owner: held.owner },
      });
    });
  },
};
