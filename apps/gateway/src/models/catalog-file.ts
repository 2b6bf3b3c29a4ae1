import { readFile } from 'node:fs/promises';
import { DtoPipe, RequestFault } from '@shipyard/http';
import { load, YAMLException } from 'js-yaml';
import { CatalogFile } from './catalog-file.dto';
import { UNITS_OF } from './price.entity';

/** A catalog file that cannot be used: one line that says where and why. */
export class CatalogFileError extends Error {}

/**
 * Reads, expands and checks a catalog file. `${NAME}` in a text stands for a variable of the environment;
 * an entry whose `when` is empty is left out, whatever else it names.
 */
export async function readCatalogFile(path: string, environment: NodeJS.ProcessEnv): Promise<CatalogFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CatalogFileError(`GATEWAY_CONFIG ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  try {
    return await parseCatalog(text, environment);
  } catch (error) {
    if (error instanceof CatalogFileError) throw new CatalogFileError(`GATEWAY_CONFIG ${path}, ${error.message}`);
    throw error;
  }
}

export async function parseCatalog(text: string, environment: NodeJS.ProcessEnv): Promise<CatalogFile> {
  const catalog = await check(expandEntries(parseYaml(text), environment));
  checkReferences(catalog);
  return catalog;
}

function parseYaml(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = load(text);
  } catch (error) {
    if (error instanceof YAMLException) throw new CatalogFileError(`line ${(error.mark?.line ?? 0) + 1}: ${error.reason}`);
    throw error;
  }
  if (!isRecord(value)) throw new CatalogFileError('line 1: the file must have the keys suppliers and models');
  return value;
}

function expandEntries(file: Record<string, unknown>, environment: NodeJS.ProcessEnv): Record<string, unknown> {
  const expanded = Object.entries(file).map(([name, value]): [string, unknown] => {
    if (!Array.isArray(value)) return [name, value];
    // The place is that in the file, also after an entry was left out.
    const entries = value.flatMap((entry: unknown, at) =>
      isRecord(entry) && isSwitchedOff(entry, environment) ? [] : [expand(entry, `${name}[${at}]`, environment)],
    );
    return [name, entries];
  });
  return Object.fromEntries(expanded);
}

function isSwitchedOff(entry: Record<string, unknown>, environment: NodeJS.ProcessEnv): boolean {
  if (typeof entry.when !== 'string') return entry.when === null;
  return entry.when.replace(VARIABLE, (_, name: string) => environment[name] ?? '').trim() === '';
}

const VARIABLE = /\$\{([A-Z][A-Z0-9_]*)\}/g;

function expand(value: unknown, place: string, environment: NodeJS.ProcessEnv): unknown {
  if (Array.isArray(value)) return value.map((item: unknown, at) => expand(item, `${place}[${at}]`, environment));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expand(item, `${place}.${name}`, environment)]));
  if (typeof value !== 'string') return value;
  return value.replace(VARIABLE, (_, name: string) => {
    const found = environment[name];
    if (!found) throw new CatalogFileError(`${place}: the variable ${name} is not set`);
    return found;
  });
}

async function check(value: unknown): Promise<CatalogFile> {
  try {
    const catalog: unknown = await new DtoPipe().transform(value, { type: 'body', metatype: CatalogFile });
    if (catalog instanceof CatalogFile) return catalog;
  } catch (error) {
    const [problem] = error instanceof RequestFault && error.fault.kind === 'input_invalid' ? error.fault.problems : [];
    if (problem) throw new CatalogFileError(`${problem.field}: ${problem.message}`);
    throw error;
  }
  throw new CatalogFileError('line 1: the file must have the keys suppliers and models');
}

function checkReferences({ suppliers, models }: CatalogFile): void {
  for (const [at, { product, prices = [], sizes, routes }] of models.entries()) {
    for (const [place, { supplier_id }] of routes.entries()) {
      if (!suppliers.some(({ id }) => id === supplier_id)) {
        throw new CatalogFileError(`models[${at}].routes[${place}].supplier_id: there is no supplier ${supplier_id} in this file`);
      }
    }
    if (product !== 'image' && sizes) throw new CatalogFileError(`models[${at}].sizes: only image models have sizes`);
    const foreign = prices.findIndex(({ unit_type }) => !UNITS_OF[product].includes(unit_type));
    if (foreign >= 0) throw new CatalogFileError(`models[${at}].prices[${foreign}].unit_type: a ${product} model is priced by ${UNITS_OF[product].join(', ')}`);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
