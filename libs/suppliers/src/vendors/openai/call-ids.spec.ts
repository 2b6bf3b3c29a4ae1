import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { CallIds } from './call-ids';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const before = new KeyRing(new Map([['a', older]]));
const after = new KeyRing(
  new Map([
    ['b', newer],
    ['a', older],
  ]),
);
const without = new KeyRing(new Map([['b', newer]]));
const ids = new CallIds(before, 'vllm');

describe('ids of tool calls', () => {
  it('say nothing of the supplier, and are read by every replica', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 32 }), (id) => {
        const own = ids.toOwn(id);
        expect(own).toMatch(/^call_[0-9A-Za-z]{43,}$/);
        expect(new CallIds(before, 'vllm').toSuppliers(own)).toBe(Buffer.from(id).toString());
        expect(ids.toOwn(id)).toBe(own);
      }),
    );
  });

  it.each([
    'chatcmpl-tool-0123456789abcdef0123456789abcdef',
    'functions.get_weather:0',
    'D681PevKs',
    'toolu_bdrk_01ABC',
  ])('hide %s and its length', (id) => {
    const own = ids.toOwn(id);
    expect(own).not.toContain(id);
    expect(ids.toSuppliers(own)).toBe(id);
    const lengths = Array.from({ length: 500 }, (_, at) => ids.toOwn(`${id.slice(0, -3)}${100 + at}`).length);
    expect(new Set(lengths)).toEqual(new Set([own.length]));
  });

  it('are read after the master key has changed, until the older one is gone', () => {
    const own = ids.toOwn('functions.x:0');
    expect(new CallIds(after, 'vllm').toSuppliers(own)).toBe('functions.x:0');
    expect(new CallIds(after, 'vllm').toOwn('functions.x:0')).not.toBe(own);
    expect(new CallIds(without, 'vllm').toSuppliers(own)).toMatch(/^call_[0-9a-f]{32}$/);
  });

  it('of one supplier tell another nothing, and are of a length that it takes', () => {
    const other = new CallIds(before, 'other');
    const own = ids.toOwn('functions.x:0');
    expect(other.toSuppliers(own)).toMatch(/^call_[0-9a-f]{32}$/);
    expect(other.toSuppliers(own)).toBe(other.toSuppliers(own));
    expect(other.toSuppliers(own)).not.toBe(other.toSuppliers(ids.toOwn('functions.x:1')));
  });

  it.each(['', 'a', 'call_', 'call_0123456789abcdef0123456789abcdef', 'call_1', 'chatcmpl-tool-1', 'call_🚀'])(
    'that the customer made, such as %j, go on as they are',
    (id) => {
      expect(ids.toSuppliers(id)).toBe(id);
    },
  );

  it('that were changed anywhere are not ours', () => {
    const own = ids.toOwn('functions.x:0');
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: own.length - 1 }),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
        (at, digit) => {
          const changed = own.slice(0, at) + digit + own.slice(at + 1);
          expect(ids.toSuppliers(changed) === 'functions.x:0').toBe(changed === own);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        expect(ids.toSuppliers(`call_${text}`).length).toBeLessThanOrEqual(40),
      ),
    );
  });

  it('that are absurdly long are not carried', () => {
    expect(ids.toOwn('x'.repeat(129))).toMatch(/^call_[0-9a-f]{32}$/);
    expect(ids.toSuppliers(ids.toOwn('x'.repeat(128)))).toBe('x'.repeat(128));
  });
});
