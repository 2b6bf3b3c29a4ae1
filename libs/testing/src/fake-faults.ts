export type JsonRecord = Record<string, unknown>;

export type Fault = string | undefined;

export function firstFault<Item>(items: Item[], faultOf: (item: Item, at: number) => Fault): Fault {
  for (const [at, item] of items.entries()) {
    const fault = faultOf(item, at);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordsOf = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);

export function isRecordList(value: unknown): value is JsonRecord[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

export const isWithin = (value: unknown, least: number, most: number) =>
  value === undefined || (typeof value === 'number' && value >= least && value <= most);

export const isBase64 = (value: unknown) =>
  typeof value === 'string' && value !== '' && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
