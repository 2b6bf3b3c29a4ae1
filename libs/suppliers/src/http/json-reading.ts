import { isJsonObject, type JsonObject } from '@shipyard/platform';

export type { JsonObject };

/** The value as an object, or undefined for anything else: what a supplier sends is not to be trusted. */
export function asObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of a list that are objects. */
export function asObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/**
 * More of anything than one answer can have: what says so was not counted, and its price would not fit into the ledger.
 */
const MOST = 1_000_000_000;

/** A whole number of 0 to 1,000,000,000, or undefined. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST ? value : undefined;
}
