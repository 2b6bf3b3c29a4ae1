import { isIP, isIPv4 } from 'node:net';

/** Returns the problem as words that follow the name, or null. As strict as Postgres's `cidr`. */
export function ipRangeProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  const [, address = '', prefix] = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  if (isIP(address) === 0) return 'must be an IP address or a range, such as 10.1.0.0/16 or 2001:db8::/32';
  const bits = bitsOf(address);
  const kept = prefix === undefined ? bits.length : Number(prefix);
  if (kept > bits.length || prefix?.match(/^0\d/)) return `must have a prefix of 0 to ${bits.length}`;
  return bits.includes('1', kept)
    ? 'must be the address of a network, such as 10.1.0.0/16: set all bits after the prefix to 0'
    : null;
}

function bitsOf(address: string): string {
  if (isIPv4(address))
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  // The hostname of a URL has short hexadecimal groups, and no dotted end.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [
    ...(first ?? []),
    ...Array<string>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill('0'),
    ...(last ?? []),
  ];
  return groups.map((group) => parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}
