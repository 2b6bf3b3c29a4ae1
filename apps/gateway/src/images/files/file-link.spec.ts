import { randomBytes } from 'node:crypto';
import { HttpError } from '@shipyard/http';
import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { readFileLink, signedPath } from './file-link';

const ring = new KeyRing(
  new Map([
    ['new', randomBytes(32)],
    ['old', randomBytes(32)],
  ]),
);
const FILE = '019aa000-0000-7000-8000-000000000001';
const UNTIL = 1_800_000_000;

function outcome(path: string, nowMs: number, keys = ring): string {
  const url = new URL(path, 'http://gateway');
  try {
    const { fileId, extension } = readFileLink(
      url.pathname.slice('/v1/files/'.length),
      { expires: url.searchParams.get('expires'), signature: url.searchParams.get('signature') },
      keys,
      nowMs,
    );
    return `${fileId}.${extension}`;
  } catch (error) {
    if (error instanceof HttpError) return error.code;
    throw error;
  }
}

describe('the URL of a file', () => {
  const path = signedPath(FILE, 'png', UNTIL, ring);
  const before = (UNTIL - 1) * 1_000;

  it.each([
    ['a second before', before, `${FILE}.png`],
    ['a millisecond before', UNTIL * 1_000 - 1, `${FILE}.png`],
    ['at its second', UNTIL * 1_000, 'file_expired'],
    ['a second after', (UNTIL + 1) * 1_000, 'file_expired'],
  ])('%s', (_, nowMs, expected) => {
    expect(outcome(path, nowMs)).toBe(expected);
  });

  it.each([
    ['another id', path.replace('0001.png', '0002.png')],
    ['another extension', path.replace('.png', '.jpg')],
    ['a later end', path.replace(String(UNTIL), String(UNTIL + 60))],
    ['an end in other words', path.replace(String(UNTIL), `${UNTIL}.0`)],
    ['no end', path.replace(/expires=\d+&/, '')],
    ['no signature', path.replace(/&signature=.*/, '')],
    ['no name of ours', path.replace(FILE, 'picture')],
  ])('with %s opens nothing, expired or not', (_, changed) => {
    expect(changed).not.toBe(path);
    expect([outcome(changed, before), outcome(changed, (UNTIL + 1) * 1_000)]).toEqual([
      'file_not_found',
      'file_not_found',
    ]);
  });

  it('opens nothing if any character is changed', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: path.length - '/v1/files/'.length - 1 }),
        fc.constantFrom(...'0aZ.-_~!'),
        (at, other) => {
          const place = '/v1/files/'.length + at;
          const changed = path.slice(0, place) + other + path.slice(place + 1);
          expect(outcome(changed, before)).toBe(changed === path ? `${FILE}.png` : 'file_not_found');
        },
      ),
    );
  });

  it('works with an older key of the ring, and not with a removed key', () => {
    const older = new KeyRing(new Map([['old', ring.find('old') ?? Buffer.alloc(0)]]));
    expect(outcome(signedPath(FILE, 'png', UNTIL, older), before)).toBe(`${FILE}.png`);
    expect(outcome(path, before, older)).toBe('file_not_found');
  });
});
