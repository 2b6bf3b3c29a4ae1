export type JsonRecord = Record<string, unknown>;

/** A supplier's objection to a request, as `field: reason`, or undefined. */
export type Fault = string | undefined;

/** Returns the first fault in a list. */
export function firstFault<Item>(items: Item[], faultOf: (item: Item, at: number) => Fault): Fault {
  for (const [at, item] of items.entries()) {
    const fault = faultOf(item, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Returns whether the value is a non-empty list of objects. */
export function isRecordList(value: unknown): value is JsonRecord[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** Accepts absent values and numbers in the range. */
export const isWithin = (value: unknown, least: number, most: number) => value === undefined || (typeof value === 'number' && value >= least && value <= most);

export const isBase64 = (value: unknown) => typeof value === 'string' && value !== '' && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
