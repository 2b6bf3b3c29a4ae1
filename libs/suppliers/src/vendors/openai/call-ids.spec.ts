import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { CallIds } from './call-ids';
import { foreignCallIdAt } from './foreign-call-id';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const before = new KeyRing(new Map([['a', older]]));
const after = new KeyRing(
  new Map([
    ['b', newer],
    ['a', older],
  ]),
);
const without = new KeyRing(new Map([['b', newer]]));
const toForeign = foreignCallIdAt('https://vllm.example/v1');
const open = (ring = before, supplierId = 'vllm') => new CallIds(ring, supplierId, toForeign);
const ids = open();

/** An id that customers of before still hold in their conversations. */
const OLD = `call_${'0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ01'}`;

const name = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ019_-'),
  minLength: 1,
  maxLength: 64,
});
const of = (digits: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...digits), minLength, maxLength });
const HEX = '0123456789abcdef';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz';
/** What vendors make, by their documents and fixtures. */
const vendorsIds = (functionName: string) =>
  fc.oneof(
    of(HEX + LETTERS, 9, 9),
    of(HEX + LETTERS, 24, 24).map((body) => `call_${body}`),
    of(HEX + LETTERS, 24, 24).map((body) => `call_00_${body}`),
    of(HEX, 32, 32),
    of(HEX, 32, 32).map((body) => `call_${body}`),
    of(HEX, 32, 32).map((body) => `chatcmpl-tool-${body}`),
    of('0123456789', 18, 20).map((body) => `call_-${body}`),
    fc.nat().map((at) => `functions.${functionName}:${at}`),
    fc.string({ unit: 'grapheme-ascii', maxLength: 21 }),
  );

describe('ids of tool calls', () => {
  it('have at most 40 characters, whatever the supplier makes, and stay the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), name, (id, functionName) => {
        const own = ids.toOwn(id, functionName);
        expect(own).toMatch(/^call_[0-9A-Za-z]{35}$/);
        expect(open().toOwn(id, functionName)).toBe(own);
        expect(ids.toSuppliers(own, functionName).length).toBeLessThanOrEqual(Math.max(40, id.length));
      }),
    );
  });

  it('are read by every replica, in every form that vendors make', () => {
    fc.assert(
      fc.property(
        name.chain((functionName) => fc.tuple(fc.constant(functionName), vendorsIds(functionName))),
        ([functionName, id]) => expect(open().toSuppliers(ids.toOwn(id, functionName), functionName)).toBe(id),
      ),
    );
  });

  it('that are too long to carry are the same for every replica, differ, and go back as they are', () => {
    const long = (end: string) => `call_0_8feb7c0a-0e1f-4ed6-bd2f-${end}`;
    const own = ids.toOwn(long('0123456789ab'));
    expect(open().toOwn(long('0123456789ab'))).toBe(own);
    expect(ids.toOwn(long('0123456789ac'))).not.toBe(own);
    expect(ids.toSuppliers(own)).toBe(own);
  });

  it.each([
    'chatcmpl-tool-0123456789abcdef0123456789abcdef',
    'functions.get_weather:0',
    'D681PevKs',
    'toolu_bdrk_01ABC',
    '',
  ])('hide %s and its length', (id) => {
    const own = ids.toOwn(id, 'get_weather');
    if (id !== '') expect(own).not.toContain(id);
    expect(own).toHaveLength(40);
    expect(ids.toSuppliers(own, 'get_weather')).toBe(id);
  });

  it('follow the name of the function that the conversation gives', () => {
    const own = ids.toOwn('functions.get_the_weather:3', 'get_the_weather');
    expect(ids.toSuppliers(own, 'look_outside')).toBe('functions.look_outside:3');
  });

  it('are read after the master key has changed, until the older one is gone', () => {
    const own = ids.toOwn('functions.x:0', 'x');
    expect(open(after).toSuppliers(own, 'x')).toBe('functions.x:0');
    expect(open(after).toOwn('functions.x:0', 'x')).not.toBe(own);
    expect(open(without).toSuppliers(own, 'x')).toBe(own);
  });

  it('of one supplier tell another nothing', () => {
    const own = ids.toOwn('functions.x:0', 'x');
    expect(open(before, 'other').toSuppliers(own, 'x')).toBe(own);
  });

  it('of before, which were longer, go on in a length that suppliers take', () => {
    expect(ids.toSuppliers(OLD)).toMatch(/^call_[0-9a-f]{32}$/);
    expect(ids.toSuppliers(OLD)).toBe(open(without, 'other').toSuppliers(OLD));
    expect(ids.toSuppliers(`${OLD.slice(0, -1)}2`)).not.toBe(ids.toSuppliers(OLD));
  });

  it.each(['', 'a', 'call_', 'call_0123456789abcdef0123456789abcdef', 'call_1', 'chatcmpl-tool-1', 'call_🚀'])(
    'that the customer made, such as %j, go on as they are',
    (id) => {
      expect(ids.toSuppliers(id)).toBe(id);
    },
  );

  it.each(['call_0123456789abcdef', OLD, 'toolu_01', ''])(
    'that are not its own, such as %j, go to Mistral in its nine characters',
    (id) => {
      const mistral = new CallIds(before, 'mistral', foreignCallIdAt('https://api.mistral.ai/v1'));
      expect(mistral.toSuppliers(id)).toMatch(/^[0-9A-Za-z]{9}$/);
      expect(mistral.toSuppliers(id)).toBe(mistral.toSuppliers(id));
      expect(mistral.toSuppliers(ids.toOwn(id))).toMatch(/^[0-9A-Za-z]{9}$/);
      expect(mistral.toSuppliers('D681PevKs')).toBe('D681PevKs');
      expect(mistral.toSuppliers(mistral.toOwn('D681PevKs'))).toBe('D681PevKs');
    },
  );

  it('that were changed anywhere are not ours', () => {
    const own = ids.toOwn('functions.x:0', 'x');
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: own.length - 1 }),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
        (at, digit) => {
          const changed = own.slice(0, at) + digit + own.slice(at + 1);
          expect(ids.toSuppliers(changed, 'x') === 'functions.x:0').toBe(changed === own);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        expect(ids.toSuppliers(`call_${text}`).length).toBeLessThanOrEqual(40),
      ),
    );
  });
});
