import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { readChangeLink, signChangeLink } from './change-token';

const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const before = new KeyRing(new Map([['k1', old]]));
const after = new KeyRing(
  new Map([
    ['k2', current],
    ['k1', old],
  ]),
);
const gone = new KeyRing(new Map([['k2', current]]));
const links = fc.record({ changeId: fc.uuid(), mailbox: fc.constantFrom('old' as const, 'new' as const) });

describe('the token of a link about a change of an email', () => {
  it('names its change and its mailbox, and no other', () => {
    fc.assert(
      fc.property(links, fc.nat(), fc.constantFrom(...'0aAzZ9_-.'), (link, place, character) => {
        const token = signChangeLink(link, after);
        expect(readChangeLink(token, after)).toEqual(link);
        expect(encodeURIComponent(token)).toBe(token);
        const at = place % token.length;
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        if (changed !== token) expect(readChangeLink(changed, after)).toBeNull();
        const [other, another] = link.mailbox === 'old' ? ['.old.', '.new.'] : ['.new.', '.old.'];
        expect(readChangeLink(token.replace(other, another), after)).toBeNull();
      }),
    );
  });

  it('is parsed from any text without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(readChangeLink(text, after)).toBeNull()));
  });

  it('stays valid after a key rotation until its key is dropped', () => {
    const link = { changeId: '0192f0c1-0000-7000-8000-000000000000', mailbox: 'new' as const };
    const token = signChangeLink(link, before);
    expect([readChangeLink(token, after), readChangeLink(token, gone)]).toEqual([link, null]);
  });
});
