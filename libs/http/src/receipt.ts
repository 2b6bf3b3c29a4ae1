import { defaultMetadataStorage } from 'class-transformer/cjs/storage';
import type { DataShape } from './api-operation';
import type { Class } from './class-schema';

const ON_RECEIPT = 'shipyard:on-receipt';

/**
 * Keeps the field on the receipt of a write: the answer for a caller that may write and may not read. On a class it
 * keeps all fields of that class. A field without it is left out, so a new one tells nothing by accident.
 */
export const OnReceipt =
  () =>
  (target: object, property?: string | symbol): void =>
    property === undefined
      ? Reflect.defineMetadata(ON_RECEIPT, true, target)
      : Reflect.defineMetadata(ON_RECEIPT, true, target, property);

/** A mark on a class does not reach the classes that extend it. */
export const isOnReceipt = (view: Class, field: string): boolean =>
  Reflect.getOwnMetadata(ON_RECEIPT, view) === true ||
  Reflect.getMetadata(ON_RECEIPT, view.prototype as object, field) === true;

/** The class of what a field holds. Null for a plain value. */
export function heldIn(view: Class, field: string): Class | null {
  const held: unknown = defaultMetadataStorage.findTypeMetadata(view, field)?.typeFunction();
  return typeof held === 'function' ? (held as Class) : null;
}

/** Leaves out of an answer what is not on the receipt. */
export function receiptOf(shape: DataShape, data: unknown): unknown {
  if (typeof shape === 'function') return receiptOfView(shape, data);
  return keepFields(data, (name, value) => {
    const view = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return view === undefined ? undefined : receiptOfView(typeof view === 'function' ? view : view[0], value);
  });
}

function receiptOfView(view: Class, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => receiptOfView(view, each));
  return keepFields(value, (name, own) => {
    if (!isOnReceipt(view, name)) return undefined;
    const held = heldIn(view, name);
    return held === null ? own : receiptOfView(held, own);
  });
}

function keepFields(value: unknown, keep: (name: string, value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return null;
  const kept = Object.entries(value).map(([name, own]) => [name, keep(name, own)] as const);
  return Object.fromEntries(kept.filter(([, own]) => own !== undefined));
}
