import { RequestFault } from '@shipyard/http';
import fc from 'fast-check';
import { decodeLogCursor, encodeLogCursor } from './log-cursor';

describe('the cursor of logs', () => {
  it('round-trips', () => {
    fc.assert(
      fc.property(fc.nat(253_402_300_799_999), fc.nat(2_000_000), (milliseconds, sequence) => {
        const place = { createdAt: new Date(milliseconds), sequence };
        expect(decodeLogCursor(encodeLogCursor(place))).toEqual(place);
      }),
    );
  });

  it('refuses every other text', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(() => decodeLogCursor(text)).toThrow(RequestFault)));
    for (const value of [undefined, 7, `${encodeLogCursor({ createdAt: new Date(0), sequence: 1 })}=`, ['a']]) {
      expect(() => decodeLogCursor(value)).toThrow(RequestFault);
    }
  });
});
