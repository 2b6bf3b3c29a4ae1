import fc from 'fast-check';
import { fingerprint, type FingerprintBody } from './request-fingerprint';
import { RequestFault } from './request-fault';

const SECRET = Buffer.alloc(32, 1);
const of = (body: FingerprintBody, changes: { method?: string; url?: string; secret?: Buffer } = {}) =>
  fingerprint(
    { method: changes.method ?? 'POST', url: changes.url ?? '/a?b=c', body },
    changes.secret ?? SECRET,
  ).toString('hex');
const json = (value: unknown): FingerprintBody => ({ kind: 'json', value });
const parts = (...list: [name: string, byte: number][]): FingerprintBody => ({
  kind: 'parts',
  parts: list.map(([name, byte]) => ({ name, sha256: Buffer.alloc(32, byte) })),
});

describe('fingerprint', () => {
  it('ignores the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        expect(of(json(Object.fromEntries(Object.entries(object).reverse())))).toBe(of(json(object)));
      }),
    );
  });

  it('differs for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, two) => {
        expect(of(json(one)) === of(json(two))).toBe(isSame(one, two));
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    ['a list and an object', [['a', 1]], { a: 1 }],
    ['what looks like the inner form', { entries: [['a', 1]] }, { a: 1 }],
    ['no body and null', undefined, null],
    ['a number and its text', 1, '1'],
  ])('distinguishes %s', (_, one, two) => {
    expect(of(json(one))).not.toBe(of(json(two)));
  });

  it('treats parts as a set of names and contents', () => {
    expect(of(parts(['a', 1], ['b', 2]))).toBe(of(parts(['b', 2], ['a', 1])));
    expect(of(parts(['a', 1], ['b', 2]))).not.toBe(of(parts(['a', 2], ['b', 1])));
    expect(of(parts(['a', 1]))).not.toBe(of(parts(['a', 1], ['a', 1])));
  });

  it('includes method, path and query', () => {
    const all = [
      of(json({})),
      of(json({}), { method: 'PUT' }),
      of(json({}), { url: '/a' }),
      of(json({}), { url: '/b?b=c' }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('cannot be computed without the secret', () => {
    expect(of(json({}), { secret: Buffer.alloc(32, 2) })).not.toBe(of(json({})));
  });

  it('refuses a body that is nested too deeply', () => {
    const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000));
    expect(() => of(json(deep))).toThrow(RequestFault);
  });
});

const isSame = (one: unknown, two: unknown) => {
  try {
    expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(two)));
    return true;
  } catch {
    return false;
  }
};
