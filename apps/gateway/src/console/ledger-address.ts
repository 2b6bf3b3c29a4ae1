import { isUUID } from 'class-validator';
import { REQUEST_ID } from '../database/list-filters';
import { isDay } from './place';

export type LedgerFields = Record<'customer_id' | 'request_id' | 'from' | 'to', string>;

/** A value that nobody can have is the same as none. */
export function readLedgerFields(query: Readonly<Record<string, unknown>>): LedgerFields {
  const textOf = (name: keyof LedgerFields, isValue: (text: string) => boolean) => {
    const value = query[name];
    const text = typeof value === 'string' ? value.trim() : '';
    return isValue(text) ? text : '';
  };
  return {
    customer_id: textOf('customer_id', (text) => isUUID(text)),
    request_id: textOf('request_id', (text) => REQUEST_ID.test(text)),
    from: textOf('from', isDay),
    to: textOf('to', isDay),
  };
}
