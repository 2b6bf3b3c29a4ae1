/** Finds the tables that a file names: in the text of its SQL, and by the entities that it hands to TypeORM. */

const ANY_NAME =
  /\b(?:(DELETE\s+FROM|INSERT\s+INTO|UPDATE|TRUNCATE(?:\s+TABLE)?)|FROM|JOIN|USING|LOCK\s+TABLE)\s+(?:ONLY\s+|LATERAL\s+)?"?([a-z_][a-z0-9_]*)"?/;
const FURTHER_NAME =
  /^(?:\s+(?:AS\s+)?(?!(?:WHERE|SET|ON|JOIN|LEFT|INNER|ORDER|GROUP|FOR|LIMIT|UNION|USING)\b)[a-z_][a-z0-9_]*)?\s*,\s*(?:LATERAL\s+)?"?([a-z_][a-z0-9_]*)"?/;
const DYNAMIC_NAME = /\b(?:(?<!\bextract\(\w+\s+)FROM|JOIN|UPDATE|INSERT\s+INTO)\s+$/;
const WRITING_METHODS = new Set([
  'insert',
  'update',
  'delete',
  'save',
  'upsert',
  'remove',
  'increment',
  'decrement',
  'restore',
  'softDelete',
  'clear',
  'into',
]);

/** `ignoresCase` is for text that is certainly SQL: prose has "from" and "update" too. */
function* tablesInSql(sql, ignoresCase = false) {
  const flags = ignoresCase ? 'gi' : 'g';
  for (const match of sql.matchAll(new RegExp(ANY_NAME.source, flags))) {
    yield { table: match[2].toLowerCase(), writes: match[1] !== undefined };
    let end = match.index + match[0].length;
    for (
      let further;
      (further = new RegExp(FURTHER_NAME.source, flags.replace('g', '')).exec(sql.slice(end)));
      end += further[0].length
    ) {
      yield { table: further[1].toLowerCase(), writes: false };
    }
  }
}

const isQueryArgument = (node) =>
  node.parent?.type === 'CallExpression' &&
  node.parent.callee.property?.name === 'query' &&
  node.parent.arguments[0] === node;

/** A call, or a constant in capitals, is a fragment of SQL, which is checked where it is written. */
const isFragment = (node) =>
  node.type === 'CallExpression' || (node.type === 'Identifier' && /^[A-Z][A-Z0-9_]*$/.test(node.name));

/**
 * Returns the visitors of a rule. `entities` maps the name of each entity's class to its table.
 * `report` takes a node with { table, writes }, or with { table: null } when the name is put together at run time.
 */
function visitTableUses(entities, report) {
  const localNames = new Map();
  const tableOf = ({ type, name }) => {
    const imported = localNames.get(name) ?? name;
    return type === 'Identifier' && Object.hasOwn(entities, imported) ? entities[imported] : undefined;
  };
  return {
    ImportSpecifier({ imported, local }) {
      localNames.set(local.name, imported.name);
    },
    Literal(node) {
      if (typeof node.value !== 'string') return;
      for (const use of tablesInSql(node.value, isQueryArgument(node))) report(node, use);
    },
    TemplateLiteral(node) {
      for (const [index, expression] of node.expressions.entries()) {
        if (DYNAMIC_NAME.test(node.quasis[index].value.raw) && !isFragment(expression))
          report(expression, { table: null, writes: true });
      }
      const sql = node.quasis.map((quasi) => quasi.value.raw).join('?');
      for (const use of tablesInSql(sql, isQueryArgument(node))) report(node, use);
    },
    CallExpression(node) {
      for (const argument of node.arguments) {
        const table = tableOf(argument);
        if (table !== undefined) report(argument, { table, writes: WRITING_METHODS.has(node.callee.property?.name) });
      }
    },
  };
}

module.exports = { tablesInSql, visitTableUses };
