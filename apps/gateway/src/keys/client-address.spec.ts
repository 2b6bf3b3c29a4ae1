import type { IncomingMessage } from 'node:http';
import { AddressRanges, clientAddress } from './client-address';

describe('address ranges', () => {
  it.each<[string[], string, boolean]>([
    [['10.0.0.0/8'], '10.255.0.1', true],
    [['10.0.0.0/8'], '11.0.0.1', false],
    [['10.0.0.7'], '10.0.0.7', true],
    [['10.0.0.7'], '10.0.0.8', false],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['::1/128', '127.0.0.0/8'], '127.0.0.1', true],
    [['0.0.0.0/0'], 'nobody', false],
    [[], '127.0.0.1', false],
  ])('%j and %s: %s', (ranges, address, isIn) => {
    expect(new AddressRanges(ranges).has(address)).toBe(isIn);
  });

  it('refuse invalid ranges', () => {
    expect(() => new AddressRanges(['loopback'])).toThrow();
  });
});

describe('the address of a client', () => {
  const trusted = new AddressRanges(['10.0.0.0/8']);
  const addressOf = (peer: string, forwarded?: string) =>
    clientAddress(
      { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
      trusted,
    );

  it.each<[string, string | undefined, string]>([
    ['192.0.2.1', undefined, '192.0.2.1'],
    ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['192.0.2.1', '198.51.100.1', '192.0.2.1'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', 'unknown', 'unknown'],
  ])('with the peer %s and the forwarded addresses %s is %s', (peer, forwarded, address) => {
    expect(addressOf(peer, forwarded)).toBe(address);
  });
});
