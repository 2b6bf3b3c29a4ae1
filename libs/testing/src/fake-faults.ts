export type JsonRecord = Record<string, unknown>;

/** A thing that a supplier has against a request: `field: reason`, or undefined. */
export type Fault = string | undefined;

/** The first thing that is wrong in a list. */
export function firstFault<Item>(items: Item[], faultOf: (item: Item, at: number) => Fault): Fault {
  for (const [at, item] of items.entries()) {
    const fault = faultOf(item, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** A list of objects with at least one, and nothing else. */
export function isRecordList(value: unknown): value is JsonRecord[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** A number between two others; left out counts too. */
export const isWithin = (value: unknown, least: number, most: number) => value === undefined || (typeof value === 'number' && value >= least && value <= most);

export const isBase64 = (value: unknown) => typeof value === 'string' && value !== '' && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
