import { isUUID } from 'class-validator';
import { CATALOG_ID, ERROR_CODE } from '../database/list-filters';
import { isDay, type Place, readPlace } from './place';

const NAMES = ['customer_id', 'key_id', 'model', 'status', 'code', 'from', 'to'] as const;
type Name = (typeof NAMES)[number];

/** What the address of the list says. The texts are as they were typed. */
export interface RequestFields extends Record<Name, string> {
  after: Place | null;
}

const IS_VALUE: Readonly<Record<Name, (text: string) => boolean>> = {
  customer_id: (text) => isUUID(text),
  key_id: (text) => isUUID(text),
  model: (text) => CATALOG_ID.test(text),
  status: (text) => /^[1-5]\d\d$/.test(text),
  code: (text) => ERROR_CODE.test(text),
  from: (text) => isDay(text),
  to: (text) => isDay(text),
};

/** A value that nobody can have is the same as none. */
export function readRequestFields(query: Readonly<Record<string, unknown>>): RequestFields {
  const textOf = (name: Name) => {
    const value = query[name];
    const text = typeof value === 'string' ? value.trim() : '';
    return text !== '' && IS_VALUE[name](text) ? text : '';
  };
  return {
    customer_id: textOf('customer_id'),
    key_id: textOf('key_id'),
    model: textOf('model'),
    status: textOf('status'),
    code: textOf('code'),
    from: textOf('from'),
    to: textOf('to'),
    after: readPlace(query.after),
  };
}

export function filterOf({ customer_id, key_id, model, status, code, from, to, after }: RequestFields) {
  return {
    customerId: customer_id || undefined,
    keyId: key_id || undefined,
    model: model || undefined,
    status: status === '' ? undefined : Number(status),
    code: code || undefined,
    from: from === '' ? undefined : new Date(`${from}T00:00:00Z`),
    to: to === '' ? undefined : new Date(`${to}T00:00:00Z`),
    after: after ?? undefined,
  };
}

export const isFiltered = (fields: RequestFields) => NAMES.some((name) => fields[name] !== '') || fields.after !== null;
