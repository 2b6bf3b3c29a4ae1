import ts from 'typescript';
import type { JavaScriptKind } from './describe-statement';

export interface Column {
  name: string;
  typeName: string;
  kind: JavaScriptKind;
  mayBeNull: boolean;
}

export class TypeComparison {
  constructor(private readonly checker: ts.TypeChecker) {}

  rowFaults(columns: readonly Column[], row: ts.Type, at: ts.Node): string[] {
    if (row.flags & ts.TypeFlags.Unknown || (row.flags & ts.TypeFlags.NonPrimitive) !== 0) return [];
    const asserted = new Map(this.checker.getPropertiesOfType(row).map((property) => [property.name, property]));
    const faults = columns.flatMap((column) => {
      const property = asserted.get(column.name);
      return property
        ? this.columnFaults(column, property, at)
        : [`the column "${column.name}" is not in the type of the row`];
    });
    const described = new Set(columns.map(({ name }) => name));
    const missing = [...asserted.keys()]
      .filter((name) => !described.has(name))
      .map((name) => `the statement answers no column "${name}"`);
    return [...faults, ...missing];
  }

  private columnFaults({ name, kind, typeName, mayBeNull }: Column, property: ts.Symbol, at: ts.Node): string[] {
    const type = this.checker.getTypeOfSymbolAtLocation(property, at);
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    const members = membersOf(type);
    const values = members.filter((member) => !(member.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
    const said = this.checker.typeToString(type);
    const faults: string[] = [];
    if (!values.every((member) => this.isRead(member, kind)))
      faults.push(`the column "${name}" is ${typeName}, which is read as ${wordOf(kind)}, not ${said}`);
    if (property.flags & ts.SymbolFlags.Optional)
      faults.push(`the column "${name}" is always there, and the type says it may be missing`);
    const saysNull = members.some((member) => member.flags & ts.TypeFlags.Null);
    if (mayBeNull && !saysNull) faults.push(`the column "${name}" may be NULL, and ${said} does not say so`);
    if (!mayBeNull && saysNull) faults.push(`the column "${name}" is never NULL, and ${said} says that it may be`);
    return faults;
  }

  private isRead(type: ts.Type, kind: JavaScriptKind): boolean {
    if (kind === 'json') return true;
    if (typeof kind === 'object') {
      if (this.checker.isTupleType(type))
        return this.checker
          .getTypeArguments(type as ts.TypeReference)
          .every((element) => this.isElement(element, kind.elements));
      return (
        this.checker.isArrayType(type) &&
        this.checker
          .getTypeArguments(type as ts.TypeReference)
          .every((element) => this.isElement(element, kind.elements))
      );
    }
    if (kind === 'string') return (type.flags & ts.TypeFlags.StringLike) !== 0;
    if (kind === 'number') return (type.flags & ts.TypeFlags.NumberLike) !== 0;
    if (kind === 'boolean') return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
    return type.symbol?.name === kind;
  }

  private isElement(type: ts.Type, kind: JavaScriptKind): boolean {
    return membersOf(type).every((member) => this.isRead(member, kind));
  }

  parameterFaults(expected: readonly string[], sent: readonly ts.Type[]): string[] {
    if (expected.length !== sent.length)
      return [`the statement has ${expected.length} parameters, and ${sent.length} are sent`];
    return expected.flatMap((typeName, at) => {
      const type = sent[at];
      if (type === undefined || this.isSent(type, typeName)) return [];
      return [`$${at + 1} is ${typeName}, and ${this.checker.typeToString(type)} is sent`];
    });
  }

  private isSent(type: ts.Type, typeName: string): boolean {
    const values = membersOf(type).filter((member) => !(member.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)));
    return values.every((member) => this.isValueFor(member, typeName));
  }

  private isValueFor(type: ts.Type, typeName: string): boolean {
    if (typeName.startsWith('_')) {
      if (!this.checker.isArrayType(type) && !this.checker.isTupleType(type)) return false;
      return this.checker
        .getTypeArguments(type as ts.TypeReference)
        .every((element) => this.isSent(element, typeName.slice(1)));
    }
    const flags = (ACCEPTED[typeName] ?? 0) as ts.TypeFlags;
    if (type.flags & flags) return true;
    if (TIMES.has(typeName)) return type.symbol?.name === 'Date';
    if (typeName === 'bytea') return ['Buffer', 'Uint8Array'].includes(type.symbol?.name);
    // The driver makes JSON of an object, and an array of Postgres of an array.
    const isObject =
      (type.flags & ts.TypeFlags.Object) !== 0 && !this.checker.isArrayType(type) && !this.checker.isTupleType(type);
    return (typeName === 'json' || typeName === 'jsonb') && isObject;
  }
}

const { StringLike, NumberLike, BigIntLike, BooleanLike } = ts.TypeFlags;
const WHOLE = StringLike | NumberLike | BigIntLike;
/** Types without a class. Times finer than a Date go as text. */
const ACCEPTED: Readonly<Record<string, number>> = {
  text: StringLike,
  varchar: StringLike,
  bpchar: StringLike,
  name: StringLike,
  uuid: StringLike,
  json: StringLike,
  jsonb: StringLike,
  int2: WHOLE,
  int4: WHOLE,
  int8: WHOLE,
  numeric: WHOLE,
  float4: NumberLike,
  float8: NumberLike,
  bool: BooleanLike,
  timestamptz: StringLike,
  timestamp: StringLike,
  date: StringLike,
  interval: StringLike,
  regnamespace: StringLike,
};
const TIMES = new Set(['timestamptz', 'timestamp', 'date']);

const membersOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);

const wordOf = (kind: JavaScriptKind): string => (typeof kind === 'object' ? `${wordOf(kind.elements)}[]` : kind);
