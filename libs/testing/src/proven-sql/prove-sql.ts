import { TypeComparison, type Column } from './compare-rows';
import { isRefused, StatementDescriber } from './describe-statement';
import { findStatements, type StatementCall, type StatementShape, type StatementSources } from './find-statements';
import { loadParser, readStatement } from './nullable-columns';
import type { NullabilityFacts } from './nullable-expressions';

/** A CHECK, or the previous statement, keeps it from being NULL. */
export interface KnownColumn {
  file: string;
  column: string;
  because: string;
}

export interface SqlProof extends StatementSources {
  url: string;
  schema: string;
  neverNull: readonly KnownColumn[];
  /** Shapes that the service never sends, found by their text. */
  neverSent?: readonly { file: string; text: string; because: string }[];
}

export interface SqlFindings {
  calls: number;
  shapes: number;
  /** With the place and what to do. */
  faults: string[];
}

/** Compares columns and parameters with the types beside each statement. */
export async function proveSql({ url, schema, neverNull, neverSent = [], ...sources }: SqlProof): Promise<SqlFindings> {
  const { checker, calls, faults } = findStatements(sources);
  await loadParser();
  const describer = await StatementDescriber.connect(url, schema);
  try {
    const facts = {
      requiredColumns: await describer.requiredColumns(),
      strictFunctions: await describer.strictFunctions(),
    };
    const prover = new StatementProver(describer, facts, new TypeComparison(checker), neverNull);
    const found = [...faults];
    for (const call of calls) {
      const wrong = new Set<string>();
      const sent = call.shapes.filter(
        (shape) => !neverSent.some(({ file, text }) => file === call.file && shape.text.includes(text)),
      );
      for (const shape of sent)
        for (const fault of await prover.prove(call, shape)) wrong.add(`${call.place}: ${fault}`);
      found.push(...wrong);
    }
    for (const { file, column } of prover.unusedKnown())
      found.push(`${file}: no statement needs to know that "${column}" is never NULL: take it out of \`neverNull\`.`);
    return { calls: calls.length, shapes: calls.reduce((sum, { shapes }) => sum + shapes.length, 0), faults: found };
  } finally {
    await describer.end();
  }
}

class StatementProver {
  private readonly used = new Set<KnownColumn>();

  constructor(
    private readonly describer: StatementDescriber,
    private readonly facts: NullabilityFacts,
    private readonly types: TypeComparison,
    private readonly known: readonly KnownColumn[],
  ) {}

  unusedKnown(): KnownColumn[] {
    return this.known.filter((entry) => !this.used.has(entry));
  }

  async prove(call: StatementCall, { text, parameters }: StatementShape): Promise<string[]> {
    try {
      const described = await this.describer.describe(text);
      const faults = this.parameterFaults(described.parameterTypes, parameters);
      if (call.asserted === null) return faults;
      const { isChange, nullable } = readStatement(text, this.facts);
      if (isChange !== (call.asserted.kind === 'changed') && (isChange ? call.isTypeOrm : true)) {
        faults.push(
          isChange
            ? 'TypeORM answers an UPDATE or DELETE with [rows, count]'
            : 'TypeORM answers [rows, count] only to an UPDATE or DELETE',
        );
      }
      if (described.columns === null) return faults;
      return [
        ...faults,
        ...this.types.rowFaults(this.columns(call, nullable, described.columns), call.asserted.row, call.node),
      ];
    } catch (error) {
      if (isRefused(error)) return [`Postgres refuses the statement: ${error.message}`];
      if (error instanceof Error) return [error.message];
      throw error;
    }
  }

  private parameterFaults(expected: readonly string[], parameters: StatementShape['parameters']): string[] {
    if (parameters !== null) return this.types.parameterFaults(expected, parameters);
    return [
      'the check cannot see what is sent with this statement: list the values in an array beside it, or give them the type of a tuple.',
    ];
  }

  private columns(
    { file }: StatementCall,
    nullable: boolean[],
    described: { name: string; typeId: number }[],
  ): Column[] {
    if (nullable.length !== described.length)
      throw new Error(
        `the check counts ${nullable.length} columns where Postgres has ${described.length}: mend nullable-columns.ts`,
      );
    return described.map(({ name, typeId }, at) => {
      const typeName = this.describer.typeName(typeId);
      return {
        name,
        typeName,
        kind: this.describer.kindOf(typeName),
        mayBeNull: nullable[at] === true && !this.isKnown(file, name),
      };
    });
  }

  private isKnown(file: string, column: string): boolean {
    const entries = this.known.filter((entry) => entry.file === file && entry.column === column);
    for (const entry of entries) this.used.add(entry);
    return entries.length > 0;
  }
}
