import { RequestFault } from '@shipyard/http';
import fc from 'fast-check';
import { readCursor, writeCursor } from './ledger-cursor';

describe('a cursor of the ledger', () => {
  it('reads what it wrote', () => {
    const place = { createdAt: '2026-11-21T10:00:00.123456Z', entryId: '019aa000-0000-7000-8000-000000000001' };
    expect(readCursor(writeCursor(place))).toEqual(place);
  });

  it('refuses everything else', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(() => readCursor(text)).toThrow(RequestFault)));
    for (const time of [
      '2026-99-99T10:00:00.123456Z',
      '2026-02-31T10:00:00.123456Z',
      '2026-02-28T24:00:00.123456Z',
      '0000-01-01T00:00:00.000000Z',
    ]) {
      expect(() =>
        readCursor(Buffer.from(`${time} 019aa000-0000-7000-8000-000000000001`).toString('base64url')),
      ).toThrow(RequestFault);
    }
  });
});
