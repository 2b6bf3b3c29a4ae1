import { loadModule, type Node, parseSync, type SelectStmt, type UpdateStmt } from 'libpg-query';
import { isNullable, type NullabilityFacts, type Relation, requiredBy, Scope } from './nullable-expressions';

export const loadParser = (): Promise<void> => loadModule();

export interface ReadStatement {
  isChange: boolean;
  /** Whether each column may be NULL. An unproven expression may be. */
  nullable: boolean[];
}

export function readStatement(text: string, facts: NullabilityFacts): ReadStatement {
  const statement = parseSync(text).stmts?.[0]?.stmt;
  if (statement === undefined) return { isChange: false, nullable: [] };
  const nullable = new StatementReader(facts).columnsOf(statement, new Map()).map(({ mayBeNull }) => mayBeNull);
  return { isChange: 'UpdateStmt' in statement || 'DeleteStmt' in statement, nullable };
}

interface Column {
  name: string;
  mayBeNull: boolean;
}

type CommonTables = ReadonlyMap<string, Column[]>;

/** From the inside out. */
class StatementReader {
  constructor(private readonly facts: NullabilityFacts) {}

  columnsOf(node: Node, outer: CommonTables, enclosing?: Scope): Column[] {
    if ('SelectStmt' in node) return this.select(node.SelectStmt, outer, enclosing);
    if ('InsertStmt' in node)
      return this.targets(node.InsertStmt.returningClause?.exprs, this.changed(node.InsertStmt, [], outer, enclosing));
    if ('UpdateStmt' in node) {
      const { relation, targetList, fromClause, returningClause } = node.UpdateStmt;
      const scope = this.changed(node.UpdateStmt, fromClause, outer, enclosing);
      const [updated] = scope.relations;
      // What is written is read back.
      const written = (targetList ?? []).flatMap((target) => ('ResTarget' in target ? [target.ResTarget] : []));
      const afterwards = written.map(({ name, val }) => ({
        name: name ?? '',
        mayBeNull: val === undefined || isNullable(val, scope, this.facts),
      }));
      for (const { name, mayBeNull } of afterwards)
        updated?.columns.set(name, mayBeNull && !this.isRequired(relation?.relname, name));
      return this.targets(returningClause?.exprs, scope);
    }
    if ('DeleteStmt' in node) {
      const { usingClause, returningClause } = node.DeleteStmt;
      return this.targets(returningClause?.exprs, this.changed(node.DeleteStmt, usingClause, outer, enclosing));
    }
    return [];
  }

  /** The tables of a statement that writes: the one that it changes comes first. */
  private changed(
    { relation, withClause, whereClause }: Pick<UpdateStmt, 'relation' | 'withClause' | 'whereClause'>,
    more: Node[] | undefined,
    outer: CommonTables,
    enclosing: Scope | undefined,
  ): Scope {
    const from = [...(relation ? [{ RangeVar: relation }] : []), ...(more ?? [])];
    const scope = this.scope(from, this.commonTables(withClause?.ctes, outer), enclosing);
    scope.require(requiredBy(whereClause));
    return scope;
  }

  private isRequired(table: string | undefined, column: string): boolean {
    return this.facts.requiredColumns.get(table ?? '')?.get(column) === true;
  }

  private select(select: SelectStmt, outer: CommonTables, enclosing?: Scope): Column[] {
    const tables = this.commonTables(select.withClause?.ctes, outer);
    if (select.larg && select.rarg) {
      const right = this.select(select.rarg, tables, enclosing);
      return this.select(select.larg, tables, enclosing).map(({ name, mayBeNull }, at) => ({
        name,
        mayBeNull: mayBeNull || (right[at]?.mayBeNull ?? true),
      }));
    }
    if (select.valuesLists) return this.values(select.valuesLists, enclosing);
    const scope = this.scope(select.fromClause ?? [], tables, enclosing);
    scope.require(requiredBy(select.whereClause));
    scope.isGrouped = select.groupClause !== undefined;
    return this.targets(select.targetList, scope);
  }

  private values(lists: Node[], enclosing: Scope | undefined): Column[] {
    const scope = new Scope([], enclosing);
    const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []));
    return (rows[0] ?? []).map((_, at) => ({
      name: `column${at + 1}`,
      mayBeNull: rows.some((row) => row[at] === undefined || isNullable(row[at], scope, this.facts)),
    }));
  }

  private targets(targets: Node[] | undefined, scope: Scope): Column[] {
    return (targets ?? []).flatMap((target) => {
      if (!('ResTarget' in target) || !target.ResTarget.val) return [];
      const { name, val } = target.ResTarget;
      const star = starOf(val);
      if (star !== null) return scope.columnsOf(star);
      return [{ name: name ?? columnName(val), mayBeNull: isNullable(val, scope, this.facts) }];
    });
  }

  private commonTables(nodes: Node[] | undefined, outer: CommonTables): CommonTables {
    const tables = new Map(outer);
    for (const node of nodes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename, ctequery, aliascolnames } = node.CommonTableExpr;
      if (ctename !== undefined && ctequery)
        tables.set(ctename, renamed(this.columnsOf(ctequery, tables), aliascolnames));
    }
    return tables;
  }

  private scope(from: Node[], tables: CommonTables, enclosing: Scope | undefined): Scope {
    const scope = new Scope([], enclosing);
    scope.readQuery = (query) => this.columnsOf(query, tables, scope);
    for (const node of from) this.join(node, tables, scope);
    return scope;
  }

  private join(node: Node, tables: CommonTables, scope: Scope): Relation[] {
    if ('JoinExpr' in node) {
      const { larg, rarg, jointype, quals } = node.JoinExpr;
      const left = larg ? this.join(larg, tables, scope) : [];
      const right = rarg ? this.join(rarg, tables, scope) : [];
      if (jointype === 'JOIN_LEFT' || jointype === 'JOIN_FULL')
        for (const relation of right) relation.mayBeMissing = true;
      if (jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL')
        for (const relation of left) relation.mayBeMissing = true;
      if (jointype === 'JOIN_INNER') scope.require(requiredBy(quals));
      return [...left, ...right];
    }
    const relation = this.relation(node, tables, scope);
    scope.relations.push(relation);
    return [relation];
  }

  private relation(node: Node, tables: CommonTables, scope: Scope): Relation {
    if ('RangeVar' in node) {
      const { relname = '', alias } = node.RangeVar;
      const columns =
        tables.get(relname) ??
        [...(this.facts.requiredColumns.get(relname) ?? [])].map(([name, isRequired]) => ({
          name,
          mayBeNull: !isRequired,
        }));
      return relationOf(alias?.aliasname ?? relname, renamed(columns, alias?.colnames));
    }
    if ('RangeSubselect' in node && node.RangeSubselect.subquery) {
      const { subquery, alias } = node.RangeSubselect;
      return relationOf(alias?.aliasname ?? '', renamed(this.columnsOf(subquery, tables, scope), alias?.colnames));
    }
    if ('RangeFunction' in node) {
      const { alias, coldeflist, ordinality } = node.RangeFunction;
      const names = namesOf(
        alias?.colnames ??
          coldeflist ??
          (alias?.aliasname === undefined ? [] : [{ String: { sval: alias.aliasname } }]),
      );
      const columns = names.map((name, at) => ({ name, mayBeNull: !(ordinality === true && at === names.length - 1) }));
      return relationOf(alias?.aliasname ?? '', columns);
    }
    return relationOf('', []);
  }
}

function relationOf(name: string, columns: Column[]): Relation {
  return { name, columns: new Map(columns.map((column) => [column.name, column.mayBeNull])), mayBeMissing: false };
}

function namesOf(nodes: Node[]): string[] {
  return nodes.map((node) =>
    'String' in node ? (node.String.sval ?? '') : 'ColumnDef' in node ? (node.ColumnDef.colname ?? '') : '',
  );
}

function renamed(columns: Column[], names: Node[] | undefined): Column[] {
  const aliases = namesOf(names ?? []);
  return columns.map((column, at) => ({ ...column, name: aliases[at] ?? column.name }));
}

function starOf(node: Node): string | null {
  if (!('ColumnRef' in node)) return null;
  const fields = node.ColumnRef.fields ?? [];
  const last = fields.at(-1);
  return last && 'A_Star' in last ? (namesOf(fields.slice(0, -1))[0] ?? '') : null;
}

/** The name that Postgres gives a column without an alias. */
function columnName(node: Node): string {
  if ('ColumnRef' in node) return namesOf(node.ColumnRef.fields ?? []).at(-1) ?? '';
  if ('TypeCast' in node && node.TypeCast.arg) return columnName(node.TypeCast.arg);
  if ('FuncCall' in node) return namesOf(node.FuncCall.funcname ?? []).at(-1) ?? '';
  return '';
}
