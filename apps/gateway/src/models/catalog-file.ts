import { readFile } from 'node:fs/promises';
import { DtoPipe, RequestFault } from '@shipyard/http';
import { isJsonObject } from '@shipyard/platform/json-object';
import { load, YAMLException } from 'js-yaml';
import { CatalogFile } from './catalog-file.dto';
import type { Product } from '../products';
import type { SupplierPrice } from './models.dto';
import { foreignUnit, unfitQualifier } from './price.entity';
import { YamlLines } from './yaml-lines';

export class CatalogFileError extends Error {}

/** `${NAME}` in a text is replaced by an environment variable. An entry whose `when` is empty is skipped. */
export async function readCatalogFile(path: string, environment: NodeJS.ProcessEnv): Promise<CatalogFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CatalogFileError(
      `GATEWAY_CONFIG ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  try {
    return await parseCatalog(text, environment);
  } catch (error) {
    if (error instanceof CatalogFileError) throw new CatalogFileError(`GATEWAY_CONFIG ${path}, ${error.message}`);
    throw error;
  }
}

class PlaceProblem extends Error {
  constructor(
    readonly place: string,
    message: string,
  ) {
    super(message);
  }
}

export async function parseCatalog(text: string, environment: NodeJS.ProcessEnv): Promise<CatalogFile> {
  const file = parseYaml(text);
  if (isEndless(file)) throw new CatalogFileError(`line 1: ${TOO_DEEP}`);
  try {
    const { entries, placeInFile } = expandEntries(file, environment);
    const catalog = await check(entries, placeInFile);
    checkReferences(catalog, placeInFile);
    return catalog;
  } catch (error) {
    if (error instanceof PlaceProblem)
      throw new CatalogFileError(`line ${new YamlLines(text).of(error.place)}: ${error.place}: ${error.message}`);
    // Stack overflow.
    if (error instanceof RangeError) throw new CatalogFileError(`line 1: ${TOO_DEEP}`);
    throw error;
  }
}

const TOO_DEEP = 'the file has a circular alias, or is nested too deeply';
const MOST_VALUES = 500_000;

/** A short file can repeat an alias of an alias until it has more values than memory. */
function isEndless(file: unknown): boolean {
  const waiting = [file];
  for (let seen = 0; seen < MOST_VALUES; seen += 1) {
    const value = waiting.pop();
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) waiting.push(member);
    if (waiting.length === 0) return false;
  }
  return true;
}

function parseYaml(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = load(text);
  } catch (error) {
    if (error instanceof YAMLException)
      throw new CatalogFileError(`line ${(error.mark?.line ?? 0) + 1}: ${error.reason}`);
    throw error;
  }
  if (!isJsonObject(value))
    throw new CatalogFileError('line 1: the file must be a mapping with the keys suppliers and models');
  return value;
}

function expandEntries(file: Record<string, unknown>, environment: NodeJS.ProcessEnv) {
  const kept = new Map<string, number[]>();
  const entries = Object.entries(file).map(([name, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [name, value];
    const members: unknown[] = value;
    const places = [...members.keys()].filter((at) => !isSwitchedOff(members[at], environment));
    kept.set(name, places);
    return [name, places.map((at) => expand(members[at], `${name}[${at}]`, environment))];
  });
  const placeInFile = (place: string) =>
    place.replace(/^(\w+)\[(\d+)\]/, (whole, name: string, at: string) => {
      const found = kept.get(name)?.[Number(at)];
      return found === undefined ? whole : `${name}[${found}]`;
    });
  return { entries: Object.fromEntries(entries), placeInFile };
}

function isSwitchedOff(entry: unknown, environment: NodeJS.ProcessEnv): boolean {
  if (!isJsonObject(entry)) return false;
  if (typeof entry.when !== 'string') return entry.when === null;
  return entry.when.replace(VARIABLE, (_, name: string) => environment[name] ?? '').trim() === '';
}

const VARIABLE = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/** A misspelt or unclosed placeholder. It must not pass for the text of a key. */
const NO_VARIABLE = /\$\{(?![A-Z][A-Z0-9_]*\})/;

function expand(value: unknown, place: string, environment: NodeJS.ProcessEnv): unknown {
  if (Array.isArray(value)) return value.map((item: unknown, at) => expand(item, `${place}[${at}]`, environment));
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, expand(item, `${place}.${name}`, environment)]),
    );
  if (typeof value !== 'string') return value;
  if (NO_VARIABLE.test(value))
    throw new PlaceProblem(place, 'has ${ without a valid variable name: write it like ${API_KEY}');
  return value.replace(VARIABLE, (_, name: string) => {
    const found = environment[name];
    if (!found) throw new PlaceProblem(place, `the environment variable ${name} is not set`);
    return found;
  });
}

async function check(value: unknown, placeInFile: (place: string) => string): Promise<CatalogFile> {
  try {
    const catalog: unknown = await new DtoPipe().transform(value, { type: 'body', metatype: CatalogFile });
    if (catalog instanceof CatalogFile) return catalog;
  } catch (error) {
    const [problem] = error instanceof RequestFault && error.fault.kind === 'input_invalid' ? error.fault.problems : [];
    if (problem) throw new PlaceProblem(placeInFile(problem.field), problem.message);
    throw error;
  }
  throw new CatalogFileError('line 1: the file must be a mapping with the keys suppliers and models');
}

function checkReferences({ suppliers, models }: CatalogFile, placeInFile: (place: string) => string): void {
  checkIds('suppliers', suppliers, placeInFile);
  checkIds('models', models, placeInFile);
  for (const [at, { product, prices = [], sizes, qualities, routes }] of models.entries()) {
    const model = placeInFile(`models[${at}]`);
    for (const [place, { supplier_id, supplier_prices = [] }] of routes.entries()) {
      if (!suppliers.some(({ id }) => id === supplier_id)) {
        throw new PlaceProblem(
          `${model}.routes[${place}].supplier_id`,
          `there is no supplier ${supplier_id} in this file`,
        );
      }
      checkUnits(product, supplier_prices, `${model}.routes[${place}].supplier_prices`);
    }
    if (product !== 'image' && sizes) throw new PlaceProblem(`${model}.sizes`, 'is only for image models');
    if (product !== 'image' && qualities) throw new PlaceProblem(`${model}.qualities`, 'is only for image models');
    checkUnits(product, prices, `${model}.prices`);
    const unfit = unfitQualifier(prices);
    if (unfit) throw new PlaceProblem(`${model}.prices[${unfit.at}].${unfit.field}`, unfit.message);
  }
}

function checkIds(name: string, entries: { id: string }[], placeInFile: (place: string) => string): void {
  const known = new Set<string>();
  for (const [at, { id }] of entries.entries()) {
    if (known.has(id)) throw new PlaceProblem(placeInFile(`${name}[${at}].id`), `the id ${id} is already used above`);
    known.add(id);
  }
}

function checkUnits(product: Product, prices: SupplierPrice[], place: string): void {
  const foreign = foreignUnit(product, prices);
  if (foreign) throw new PlaceProblem(`${place}[${foreign.at}].unit_type`, foreign.message);
}
