import type { FuncCall, Node, SubLink } from 'libpg-query';

export interface NullabilityFacts {
  requiredColumns: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
  strictFunctions: ReadonlySet<string>;
}

export interface Relation {
  name: string;
  columns: Map<string, boolean>;
  /** From the optional side of an outer join. */
  mayBeMissing: boolean;
}

interface Reference {
  relation: string | null;
  column: string;
}

export class Scope {
  isGrouped = false;
  readQuery: (query: Node) => { mayBeNull: boolean }[] = () => [];

  constructor(
    readonly relations: Relation[],
    private readonly enclosing: Scope | undefined,
  ) {}

  require(references: Reference[]): void {
    for (const reference of references) {
      const relation = this.find(reference);
      if (!relation) continue;
      relation.columns.set(reference.column, false);
      relation.mayBeMissing = false;
    }
  }

  mayBeNull(reference: Reference): boolean {
    if (SYSTEM_COLUMNS.has(reference.column)) return false;
    const relation = this.find(reference);
    if (!relation) return this.enclosing?.mayBeNull(reference) ?? true;
    return relation.mayBeMissing || (relation.columns.get(reference.column) ?? true);
  }

  columnsOf(name: string): { name: string; mayBeNull: boolean }[] {
    return this.relations
      .filter((relation) => name === '' || relation.name === name)
      .flatMap((relation) =>
        [...relation.columns].map(([column, mayBeNull]) => ({
          name: column,
          mayBeNull: mayBeNull || relation.mayBeMissing,
        })),
      );
  }

  private find({ relation, column }: Reference): Relation | undefined {
    return this.relations.find(({ name, columns }) => (relation === null || relation === name) && columns.has(column));
  }
}

const SYSTEM_COLUMNS = new Set(['xmin', 'ctid', 'tableoid']);
const COMPARISONS = new Set(['=', '<', '>', '<=', '>=', '<>', '!=', '@>', '<@', '~', '~~']);
const AGGREGATES = new Set([
  'sum',
  'max',
  'min',
  'avg',
  'array_agg',
  'json_agg',
  'jsonb_agg',
  'json_object_agg',
  'jsonb_object_agg',
  'bool_and',
  'bool_or',
  'string_agg',
]);
const NEVER_NULL = new Set([
  'count',
  'now',
  'clock_timestamp',
  'gen_random_uuid',
  'json_build_array',
  'json_build_object',
  'jsonb_build_array',
  'jsonb_build_object',
  'concat',
  'row_number',
  'set_config',
]);
/** Strict functions that can also return NULL for other arguments. */
const SOMETIMES_NULL = new Set([
  'array_length',
  'array_position',
  'substring',
  'regexp_match',
  'regexp_substr',
  'jsonb_extract_path',
  'jsonb_extract_path_text',
  'to_regclass',
  'array_upper',
]);

export function requiredBy(condition: Node | undefined): Reference[] {
  if (condition === undefined) return [];
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap(requiredBy);
  if ('NullTest' in condition && condition.NullTest.nulltesttype === 'IS_NOT_NULL')
    return referencesIn(condition.NullTest.arg);
  if ('A_Expr' in condition) {
    const { kind, name, lexpr, rexpr } = condition.A_Expr;
    const isComparison = kind !== 'AEXPR_DISTINCT' && kind !== 'AEXPR_NOT_DISTINCT' && COMPARISONS.has(nameOf(name));
    if (kind === 'AEXPR_IN') return referencesIn(lexpr);
    return isComparison ? [...referencesIn(lexpr), ...(kind === 'AEXPR_OP' ? referencesIn(rexpr) : [])] : [];
  }
  return referencesIn(condition);
}

function referencesIn(node: Node | undefined): Reference[] {
  if (node === undefined) return [];
  if ('TypeCast' in node) return referencesIn(node.TypeCast.arg);
  if (!('ColumnRef' in node)) return [];
  const reference = referenceOf(node.ColumnRef.fields ?? []);
  return reference ? [reference] : [];
}

function referenceOf(fields: Node[]): Reference | null {
  const names = fields.map((field) => ('String' in field ? (field.String.sval ?? '') : '*'));
  const column = names.at(-1);
  return column === undefined || column === '*'
    ? null
    : { relation: names.length > 1 ? (names.at(-2) ?? null) : null, column };
}

const nameOf = (names: Node[] | undefined): string => {
  const last = names?.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
};

/** Unknown expressions may be NULL. */
export function isNullable(node: Node, scope: Scope, facts: NullabilityFacts): boolean {
  const any = (nodes: (Node | undefined)[]) =>
    nodes.some((each) => each !== undefined && isNullable(each, scope, facts));
  const all = (nodes: Node[]) => nodes.every((each) => isNullable(each, scope, facts));
  if ('A_Const' in node) return node.A_Const.isnull === true;
  if ('TypeCast' in node) return any([node.TypeCast.arg]);
  if ('CollateClause' in node) return any([node.CollateClause.arg]);
  if ('ColumnRef' in node) {
    const reference = referenceOf(node.ColumnRef.fields ?? []);
    return reference === null || scope.mayBeNull(reference);
  }
  if ('CoalesceExpr' in node) return all(node.CoalesceExpr.args ?? []);
  if ('MinMaxExpr' in node) return all(node.MinMaxExpr.args ?? []);
  if (
    'NullTest' in node ||
    'BooleanTest' in node ||
    'A_ArrayExpr' in node ||
    'RowExpr' in node ||
    'SQLValueFunction' in node
  )
    return false;
  if ('BoolExpr' in node) return any(node.BoolExpr.args ?? []);
  if ('CaseExpr' in node) {
    const { args, defresult } = node.CaseExpr;
    return (
      defresult === undefined ||
      any([defresult, ...(args ?? []).map((branch) => ('CaseWhen' in branch ? branch.CaseWhen.result : undefined))])
    );
  }
  if ('A_Expr' in node) {
    const { kind, name, lexpr, rexpr } = node.A_Expr;
    if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return false;
    const list = rexpr && 'List' in rexpr ? (rexpr.List.items ?? []) : [rexpr];
    return (
      kind === 'AEXPR_NULLIF' || nameOf(name).includes('->') || nameOf(name).startsWith('#') || any([lexpr, ...list])
    );
  }
  if ('SubLink' in node) return isSubqueryNullable(node.SubLink, scope, facts);
  if ('FuncCall' in node) return isCallNullable(node.FuncCall, scope, any, facts);
  return true;
}

function isSubqueryNullable(
  { subLinkType, subselect, testexpr }: SubLink,
  scope: Scope,
  facts: NullabilityFacts,
): boolean {
  if (subLinkType === 'EXISTS_SUBLINK' || subLinkType === 'ARRAY_SUBLINK') return false;
  if (subselect === undefined) return true;
  const [column] = scope.readQuery(subselect);
  if (subLinkType !== 'EXPR_SUBLINK')
    return (column?.mayBeNull ?? true) || (testexpr !== undefined && isNullable(testexpr, scope, facts));
  return !hasOneRow(subselect) || (column?.mayBeNull ?? true);
}

function hasOneRow(query: Node): boolean {
  if (!('SelectStmt' in query)) return false;
  const { groupClause, havingClause, limitCount, limitOffset, larg, fromClause, whereClause, targetList } =
    query.SelectStmt;
  if (groupClause || havingClause || limitCount || limitOffset || larg) return false;
  return (
    (!fromClause && !whereClause) ||
    (targetList ?? []).some(
      (target) => 'ResTarget' in target && target.ResTarget.val !== undefined && hasAggregate(target.ResTarget.val),
    )
  );
}

function hasAggregate(node: Node): boolean {
  if ('TypeCast' in node) return node.TypeCast.arg !== undefined && hasAggregate(node.TypeCast.arg);
  if ('CoalesceExpr' in node) return (node.CoalesceExpr.args ?? []).some(hasAggregate);
  if (!('FuncCall' in node) || node.FuncCall.over) return false;
  const name = nameOf(node.FuncCall.funcname);
  return name === 'count' || AGGREGATES.has(name);
}

function isCallNullable(
  call: FuncCall,
  scope: Scope,
  any: (nodes: (Node | undefined)[]) => boolean,
  { strictFunctions }: NullabilityFacts,
): boolean {
  const name = nameOf(call.funcname);
  const args = call.args ?? [];
  if (NEVER_NULL.has(name)) return false;
  if (AGGREGATES.has(name))
    return !scope.isGrouped || call.agg_filter !== undefined || call.over !== undefined || any(args);
  if (call.over !== undefined || SOMETIMES_NULL.has(name)) return true;
  return !strictFunctions.has(name) || any(args);
}
