import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** An IPv4 address inside IPv6 (::ffff:…) counts as IPv4. */
export class AddressRanges {
  private readonly list = new BlockList();

  constructor(ranges: string[]) {
    for (const range of ranges) {
      const [address = '', prefix] = range.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      this.list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
    }
  }

  has(address: string): boolean {
    const plain = withoutMapping(address);
    const version = isIP(plain);
    return version !== 0 && this.list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  }
}

/** The peer, or the address that trusted proxies forwarded. Malformed addresses are in no range. */
export function clientAddress(request: IncomingMessage, trusted: AddressRanges): string {
  let address = request.socket.remoteAddress ?? '';
  const forwarded = request.headers['x-forwarded-for'];
  const named = (typeof forwarded === 'string' ? forwarded : '').split(',').map((each) => each.trim());
  for (let next = named.pop(); next !== undefined && next !== '' && trusted.has(address); next = named.pop())
    address = next;
  return withoutMapping(address);
}

const withoutMapping = (address: string) =>
  /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice('::ffff:'.length) : address;
