import fc from 'fast-check';
import { isGloballyRoutable } from './routable-address';

const canonical = (host: string) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');

const dotted = (address: number) => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.');

const FORMS: [name: string, write: (address: number) => string][] = [
  ['decimal', (address) => String(address >>> 0)],
  ['hexadecimal', (address) => `0x${(address >>> 0).toString(16)}`],
  ['octal', (address) => `0${(address >>> 0).toString(8)}`],
  [
    'octal parts',
    (address) =>
      dotted(address)
        .split('.')
        .map((part) => `0${Number(part).toString(8)}`)
        .join('.'),
  ],
  [
    'hexadecimal parts',
    (address) =>
      dotted(address)
        .split('.')
        .map((part) => `0X${Number(part).toString(16)}`)
        .join('.'),
  ],
  ['two parts', (address) => `${address >>> 24}.${address & 0xffffff}`],
  ['three parts', (address) => `${address >>> 24}.${(address >>> 16) & 255}.${address & 0xffff}`],
  ['a dot at the end', (address) => `${dotted(address)}.`],
  [
    'full-width digits',
    (address) => dotted(address).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ],
  [
    'enclosed digits',
    (address) => dotted(address).replace(/[1-9]/g, (digit) => String.fromCodePoint(0x245f + Number(digit))),
  ],
  ['percent-encoded', (address) => dotted(address).replace(/\d/g, (digit) => `%3${digit}`)],
  ['mapped', (address) => `[::ffff:${dotted(address)}]`],
  [
    'mapped, in hexadecimal',
    (address) => `[0:0:0:0:0:FFFF:${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}]`,
  ],
  ['NAT64', (address) => `[64:ff9b::${dotted(address)}]`],
];

describe('an address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '11.0.0.0',
    '168.63.129.15',
    '2606:4700:4700::1111',
    '2001:200::1',
    '2400:3200::1',
    '2a00:1450:4001::1',
    '3ffe:ffff::1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
  ])('%s is globally routable', (address) => {
    expect(isGloballyRoutable(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '169.254.170.2',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '192.0.0.192',
    '192.0.0.1',
    '168.63.129.16',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '198.19.255.255',
    '192.88.99.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd12:3456:789a::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
    '100::1',
    'fe80::1%eth0',
    '2606:4700:4700::1111%eth0',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '64:ff9b:1:ffff::10.0.0.1',
    '64:ff9b:0:1::8.8.8.8',
    '2002:7f00:1::1',
    '2002:808:808::1',
    '2001:0:53aa:64c::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    '8000::1',
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '1.2.3.4.5',
    ' 8.8.8.8',
    '8.8.8.8 ',
  ])('%j is not', (address) => {
    expect(isGloballyRoutable(address)).toBe(false);
  });

  it.each(FORMS)('of IPv4 is judged alike when written as %s', (_, write) => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.integer({ min: 0, max: 2 ** 32 - 1 }),
          fc.constantFrom(0x7f000001, 0xa9fea9fe, 0x0a000001, 0xc0a80001, 0x08080808, 0),
        ),
        (address) => {
          expect(isGloballyRoutable(canonical(write(address)))).toBe(isGloballyRoutable(dotted(address)));
        },
      ),
    );
  });

  it('of IPv6 is routable only within the ranges that are assigned to networks', () => {
    fc.assert(
      fc.property(fc.ipV6(), (written) => {
        const [group = ''] = canonical(`[${written}]`).split(':');
        const isHandedOut = /^[23]...$/.test(group);
        const carriesIpv4 = /^(::ffff:|64:ff9b::)/.test(canonical(`[${written}]`));
        if (!isHandedOut && !carriesIpv4) expect(isGloballyRoutable(written)).toBe(false);
      }),
    );
  });
});
