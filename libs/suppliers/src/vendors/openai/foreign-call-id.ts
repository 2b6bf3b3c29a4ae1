import { createHash } from 'node:crypto';
import { LONGEST_CALL_ID } from './packed-call-id';

/** Writes an id that another supplier, or the customer, made in a form that a supplier takes. */
export type ForeignCallId = (id: string) => string;

export function foreignCallIdAt(baseUrl: string): ForeignCallId {
  return /(?:^|\.)mistral\.ai$/.test(new URL(baseUrl).hostname) ? toNineCharacters : toShort;
}

const toShort: ForeignCallId = (id) => (id.length <= LONGEST_CALL_ID ? id : `call_${hash(id).slice(0, 32)}`);

/** Mistral refuses everything else. */
const toNineCharacters: ForeignCallId = (id) => (/^[0-9A-Za-z]{9}$/.test(id) ? id : hash(id).slice(0, 9));

const hash = (id: string) => createHash('sha256').update(id).digest('hex');
