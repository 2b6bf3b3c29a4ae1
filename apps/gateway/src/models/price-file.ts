import { Describe, DtoPipe, inputInvalid, MayBeAbsent, RequestFault, Satisfies } from '@shipyard/http';
import { isJsonObject } from '@shipyard/platform/json-object';
import { IsString, Length } from 'class-validator';
import { CsvError, parse } from 'csv-parse/sync';
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { effectiveFromProblem, PriceUnit } from './models.dto';
import { BASE_LIST } from './price-list.entity';

const ROWS_LIMIT = 5_000;
/** As a spreadsheet numbers the rows of a CSV file: the first has the names of the columns. */
const FIRST_ROW = 2;
/** Stands for what a row leaves out, so that the rest of it can be checked. */
const ANY_NAME = '-';
const ANY_PRICE = '0';

/** A row as it is in a file, where every value is a text. */
class WrittenRow extends PriceUnit {
  @Describe('The name of a price list. If absent: the base list.')
  @MayBeAbsent()
  @IsString()
  price_list?: string;

  @Describe('The id of a model.')
  @IsString()
  @Length(1, 200)
  model: string;

  @Describe('A time with its offset, now or in the future. If absent: now.')
  @MayBeAbsent()
  @Satisfies(effectiveFromProblem, { type: 'string', format: 'date-time' })
  effective_from?: string;
}

export interface PriceFileRow {
  /** Where it is in the file, for messages. */
  place: string;
  priceList: string;
  model: string;
  /** Without a name, the unit keeps the one that it has. */
  unit: Omit<PriceUnit, 'unit_name' | 'price_cny'> & { unit_name: string | null };
  /** Null: the unit loses its price. */
  priceCny: string | null;
  effectiveFrom: string | undefined;
}

export type PriceFile = { csv: string } | { yaml: string };

/** Throws input_invalid, with the row that is wrong. */
export async function readPriceFile(file: PriceFile): Promise<PriceFileRow[]> {
  const [field, written] =
    'csv' in file ? (['csv', rowsOfCsv(file.csv)] as const) : (['yaml', rowsOfYaml(file.yaml)] as const);
  if (written.length === 0) throw inputInvalid(field, 'must have at least one row');
  if (written.length > ROWS_LIMIT) throw inputInvalid(field, `must have at most ${ROWS_LIMIT} rows. Split it`);
  const rows: PriceFileRow[] = [];
  for (const [at, row] of written.entries()) {
    const place = field === 'csv' ? `row ${at + FIRST_ROW}` : `prices[${at}]`;
    rows.push({ place, ...(await checkedRow(row, (message) => inputInvalid(field, `${place}: ${message}`))) });
  }
  return rows;
}

async function checkedRow(
  row: Record<string, unknown>,
  refusal: (message: string) => RequestFault,
): Promise<Omit<PriceFileRow, 'place'>> {
  const written = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null));
  const { unit_name = ANY_NAME, price_cny = ANY_PRICE, above_input_tokens: above } = written;
  const isCount = typeof above === 'string' && /^\d{1,9}$/.test(above);
  try {
    const value = { ...written, unit_name, price_cny, ...(isCount && { above_input_tokens: Number(above) }) };
    const checked: unknown = await new DtoPipe().transform(value, { type: 'body', metatype: WrittenRow });
    if (!(checked instanceof WrittenRow)) throw new Error('A row was not read as one');
    const { price_list: priceList = BASE_LIST.name, model, effective_from: effectiveFrom, ...unit } = checked;
    return {
      priceList,
      model,
      unit: { ...withoutPrice(unit), unit_name: written.unit_name === undefined ? null : unit.unit_name },
      priceCny: written.price_cny === undefined ? null : unit.price_cny,
      effectiveFrom,
    };
  } catch (error) {
    const [problem] = error instanceof RequestFault && error.fault.kind === 'input_invalid' ? error.fault.problems : [];
    throw problem ? refusal(`${problem.field} ${problem.message}`) : error;
  }
}

const withoutPrice = ({ unit_type, above_input_tokens, size, quality, depth }: PriceUnit) => ({
  unit_type,
  ...(above_input_tokens !== undefined && { above_input_tokens }),
  ...(size !== undefined && { size }),
  ...(quality !== undefined && { quality }),
  ...(depth !== undefined && { depth }),
});

function rowsOfCsv(text: string): Record<string, unknown>[] {
  try {
    return parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) throw inputInvalid('csv', `is not valid CSV: ${error.message}`);
    throw error;
  }
}

function rowsOfYaml(text: string): Record<string, unknown>[] {
  const value = parseYaml(text);
  const rows: unknown = isJsonObject(value) ? value.prices : undefined;
  if (!Array.isArray(rows) || !rows.every(isJsonObject))
    throw inputInvalid('yaml', 'must be a mapping with a list of rows under the key prices');
  return rows;
}

function parseYaml(text: string): unknown {
  try {
    // Every value stays the text that it is.
    return load(text, { schema: FAILSAFE_SCHEMA });
  } catch (error) {
    if (error instanceof YAMLException)
      throw inputInvalid('yaml', `is not valid YAML: line ${(error.mark?.line ?? 0) + 1}: ${error.reason}`);
    // Stack overflow.
    if (error instanceof RangeError) throw inputInvalid('yaml', 'has a circular alias, or is nested too deeply');
    throw error;
  }
}
