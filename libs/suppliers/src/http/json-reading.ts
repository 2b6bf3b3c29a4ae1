import { isJsonObject, type JsonObject } from '@shipyard/platform/json-object';

export type { JsonObject };

/** Returns undefined for anything else, because suppliers are not trusted. */
export function asObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** No answer has more, and the ledger could not hold its price. */
const MOST = 1_000_000_000;

export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST ? value : undefined;
}
