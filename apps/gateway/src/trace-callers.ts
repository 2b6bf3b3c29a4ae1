import type { IncomingMessage } from 'node:http';
import { AddressRanges } from './keys/client-address';

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'via'];

/**
 * Returns whether a request continues the trace of its caller: if it comes straight from one of these addresses. What a
 * proxy forwards is from a client of ours, who may not decide what is recorded.
 */
export function fromTraceCallers(ranges: string[]): (request: IncomingMessage) => boolean {
  const callers = new AddressRanges(ranges);
  return ({ headers, socket }) =>
    callers.has(socket.remoteAddress ?? '') && FORWARDING_HEADERS.every((name) => headers[name] === undefined);
}
