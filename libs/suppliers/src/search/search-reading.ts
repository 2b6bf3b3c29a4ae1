import { asArray, asObject, asObjects, type JsonObject } from '../http/json-reading';
import { SupplierError } from '../contract/supplier-error';

export function resultsIn(body: JsonObject | undefined, name: string): JsonObject[] {
  const found = body?.[name];
  if (!Array.isArray(found)) throw new SupplierError('failed', 'The answer holds no list of results');
  return asObjects(found);
}

export const asText = (value: unknown) => (typeof value === 'string' ? value : '');

export const asTextOrNull = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);

export const asScore = (value: unknown) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : null);

export function wordsOfError(body: unknown, names: readonly string[]): string {
  const members = asObject(body) ?? asObject(asArray(body)[0]) ?? {};
  return asText(names.map((name) => members[name]).find((value) => typeof value === 'string'));
}
