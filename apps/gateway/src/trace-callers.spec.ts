import type { IncomingMessage } from 'node:http';
import { fromTraceCallers } from './trace-callers';

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('the callers whose traces are continued', () => {
  const isCaller = fromTraceCallers(['10.1.0.0/16', '::1']);

  it.each(['10.1.2.3', '::ffff:10.1.2.3', '::1'])('are those at %s', (address) => {
    expect(isCaller(request(address))).toBe(true);
  });

  it.each([
    request('10.2.2.3'),
    request(''),
    request('10.1.2.3', { 'x-forwarded-for': '10.1.2.4' }),
    request('10.1.2.3', { forwarded: 'for=10.1.2.4' }),
    request('10.1.2.3', { via: '1.1 front' }),
  ])('are no others, and nobody behind a proxy: %j', (each) => expect(isCaller(each)).toBe(false));
});
