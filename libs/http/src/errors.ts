import type { Class } from './class-schema';

export interface ErrorRow {
  status: number;
  /** Public, so it names no supplier, path, statement or secret. */
  message: string;
  type?: string;
  log?: 'warn' | 'error';
  details?: Class;
  detailsWhereKnown?: Class;
  headers?: Readonly<Record<string, string>>;
}

export interface ErrorParticulars<Details extends object = Record<string, unknown>> {
  message?: string;
  details?: Details;
  param?: string;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** Clients see the content of these errors only. */
export class HttpError extends Error {
  constructor(
    readonly code: string,
    readonly row: ErrorRow,
    readonly particulars: ErrorParticulars = {},
  ) {
    super(particulars.message ?? row.message, { cause: particulars.cause });
  }
}

type DetailsOf<Row> = Row extends { details: Class<infer Details> } | { detailsWhereKnown: Class<infer Details> }
  ? Details
  : never;

export interface ErrorMaker<Details extends object = never> {
  (
    ...particulars: [Details] extends [never]
      ? [particulars?: Omit<ErrorParticulars, 'details'>]
      : [particulars?: ErrorParticulars<Details>]
  ): HttpError;
  readonly code: string;
  readonly row: ErrorRow;
}

export function defineErrors<const Rows extends Record<string, ErrorRow>>(
  rows: Rows,
): { readonly [Code in keyof Rows]: ErrorMaker<DetailsOf<Rows[Code]>> } {
  const makers = Object.entries(rows).map(([code, row]) => [
    code,
    Object.assign((particulars?: ErrorParticulars) => new HttpError(code, row, particulars), { code, row }),
  ]);
  return Object.fromEntries(makers) as { [Code in keyof Rows]: ErrorMaker<DetailsOf<Rows[Code]>> };
}
