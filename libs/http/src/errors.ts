import type { Class } from './class-schema';

/** One line of an error table. `type` is OpenAI's class of error, on that surface only. */
export interface ErrorRow {
  status: number;
  /** What is wrong and what to do. It is public: it names no supplier, path, statement or secret. */
  message: string;
  type?: string;
  /** How loudly the log speaks of it; left out: not at all, the request's own line suffices. */
  log?: 'warn' | 'error';
  /** What `details` holds, on each such answer. */
  details?: Class;
  /** What `details` holds where it is there. */
  detailsWhereKnown?: Class;
  /** Headers that each such answer has, each with what it says. */
  headers?: Readonly<Record<string, string>>;
}

export interface ErrorParticulars<Details extends object = Record<string, unknown>> {
  /** Says more than the table's message. */
  message?: string;
  /** For a machine: `details` in the envelope. */
  details?: Details;
  /** The field at fault, on OpenAI's surface. */
  param?: string;
  headers?: Record<string, string>;
  /** For the log only. */
  cause?: unknown;
}

/** A failure with a row in an error table: what services throw, and the only thing that a filter renders as itself. */
export class HttpError extends Error {
  constructor(
    readonly code: string,
    readonly row: ErrorRow,
    readonly particulars: ErrorParticulars = {},
  ) {
    super(particulars.message ?? row.message, { cause: particulars.cause });
  }
}

type DetailsOf<Row> = Row extends { details: Class<infer Details> } | { detailsWhereKnown: Class<infer Details> } ? Details : never;

/** Makes an error of one row. What a row says of its details, the compiler holds its makers to. */
export interface ErrorMaker<Details extends object = never> {
  (...particulars: [Details] extends [never] ? [particulars?: Omit<ErrorParticulars, 'details'>] : [particulars?: ErrorParticulars<Details>]): HttpError;
  readonly code: string;
  readonly row: ErrorRow;
}

/** Declares error rows by code. `throw projectErrors.SLUG_TAKEN()` then makes one. */
export function defineErrors<const Rows extends Record<string, ErrorRow>>(rows: Rows): { readonly [Code in keyof Rows]: ErrorMaker<DetailsOf<Rows[Code]>> } {
  const makers = Object.entries(rows).map(([code, row]) => [
    code,
    Object.assign((particulars?: ErrorParticulars) => new HttpError(code, row, particulars), { code, row }),
  ]);
  // Object.fromEntries forgets the keys, which are those of the rows.
  return Object.fromEntries(makers) as { [Code in keyof Rows]: ErrorMaker<DetailsOf<Rows[Code]>> };
}
