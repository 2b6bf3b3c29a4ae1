import fc from 'fast-check';
import { ipRangeProblem } from './ip-range';

describe('a range of addresses', () => {
  it.each([
    '127.0.0.1',
    '10.0.0.0/8',
    '0.0.0.0/0',
    '192.168.1.128/25',
    '::1',
    '::/0',
    '2001:db8::/32',
    '::ffff:1.2.3.4',
    '1:2:3:4:5:6:7:8/128',
  ])('is %s', (value) => {
    expect(ipRangeProblem(value)).toBeNull();
  });

  it.each([
    '',
    '10.0.0.1/8',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0/8',
    '2001:db8::1/32',
    '::/129',
    'fe80::1%eth0',
    '1.2.3.4/',
    'example.com',
    5,
    null,
  ])('is not %j', (value) => {
    expect(ipRangeProblem(value)).toMatch(/^must /);
  });

  it('accepts any address, and its network with any prefix', () => {
    fc.assert(fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => expect(ipRangeProblem(address)).toBeNull()));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }), fc.integer({ min: 0, max: 32 }), (number, prefix) => {
        const network = (number >> BigInt(32 - prefix)) << BigInt(32 - prefix);
        const text = [24n, 16n, 8n, 0n].map((shift) => (network >> shift) & 255n).join('.');
        expect(ipRangeProblem(`${text}/${prefix}`)).toBeNull();
      }),
    );
  });

  it('never throws, whatever the value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f.:/]{1,20}$/)), (text) => void ipRangeProblem(text)),
    );
  });
});
