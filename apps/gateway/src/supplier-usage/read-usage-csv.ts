import { CsvError, parse } from 'csv-parse/sync';
import { MOST_NANO, parseCny } from '../money';
import type { UsageCsvColumns } from '../suppliers';

export interface BilledUnits {
  /** 2026-05-31. */
  day: string;
  upstreamModel: string;
  unitType: string;
  units: bigint;
  costNano: bigint;
}

export class UsageCsvFault extends Error {}

type Row = Record<string, string | undefined>;

/** Errors name rows as a spreadsheet numbers them. The first row has the column names. */
const FIRST_ROW = 2;
const ROWS_LIMIT = 50_000;
const DAY = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)(?!\d)/;
const DECIMAL = /^(\d{1,18})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/i;
const MODEL = /^[^\s\p{Cc}\p{Cs}]{1,200}$/u;

export function readUsageCsv(text: string, columns: UsageCsvColumns): BilledUnits[] {
  const rows = rowsOf(text);
  if (rows.length > ROWS_LIMIT) throw new UsageCsvFault(`It has more than ${ROWS_LIMIT} rows. Split it.`);
  const rateNano = parseCny(columns.cny_rate ?? '1') ?? 0n;
  return rows.flatMap((row, index) => {
    try {
      return linesOf(row, columns, rateNano);
    } catch (error) {
      throw error instanceof UsageCsvFault ? new UsageCsvFault(`Row ${index + FIRST_ROW}: ${error.message}`) : error;
    }
  });
}

function rowsOf(text: string): Row[] {
  try {
    return parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) throw new UsageCsvFault(`It is not valid CSV: ${error.message}`);
    throw error;
  }
}

function linesOf(row: Row, columns: UsageCsvColumns, rateNano: bigint): BilledUnits[] {
  const day = dayOf(valueOf(row, columns.day));
  const upstreamModel = valueOf(row, columns.upstream_model);
  if (!MODEL.test(upstreamModel))
    throw new UsageCsvFault(
      `${columns.upstream_model} must be the name of a model, of 1 to 200 characters without spaces.`,
    );
  return columns.lines.flatMap((line) => {
    if (line.only_column !== undefined && valueOf(row, line.only_column) !== (line.only_value ?? '')) return [];
    const units = scaled(row, line.units, BigInt(line.times ?? 1));
    const costNano = line.cost === undefined ? 0n : scaled(row, line.cost, rateNano);
    return units === 0n && costNano === 0n ? [] : [{ day, upstreamModel, unitType: line.unit_type, units, costNano }];
  });
}

function valueOf(row: Row, column: string): string {
  const value = row[column];
  if (value === undefined) throw new UsageCsvFault(`The column ${column} is missing.`);
  return value;
}

function dayOf(text: string): string {
  const [, year, month, day] = DAY.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(written))
    throw new UsageCsvFault(`${JSON.stringify(text)} does not start with a date.`);
  return written;
}

/** Rounds half up. An empty cell is 0. */
function scaled(row: Row, column: string, times: bigint): bigint {
  const text = valueOf(row, column);
  if (text === '') return 0n;
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined)
    throw new UsageCsvFault(`${column} must be a number of at least 0, such as 12.5, but is ${JSON.stringify(text)}.`);
  const shift = Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction) * times;
  const result =
    shift >= 0 ? digits * 10n ** BigInt(shift) : (digits * 2n + 10n ** BigInt(-shift)) / (2n * 10n ** BigInt(-shift));
  if (result > MOST_NANO) throw new UsageCsvFault(`${column} is too large.`);
  return result;
}
