import { DtoPipe, RequestFault } from '@shipyard/http';
import fc from 'fast-check';
import { LedgerQuery } from './ledger.dto';

describe('a query of the ledger', () => {
  const read = (query: object) => new DtoPipe().transform(query, { type: 'query', metatype: LedgerQuery });

  it.each(['2026-05-31', '2026-05-31T09:30Z', '2026-05-31T09:30:00Z', '2026-05-31T09:30:00.123456+08:00'])(
    'accepts the time %s',
    async (from) => {
      await expect(read({ from, to: from })).resolves.toEqual({ from, to: from });
    },
  );

  it.each([
    '2024-W01-1',
    '2024-W01',
    '2024-060',
    '2024-012',
    '20240101',
    '-4800-01-01',
    '2026-02-30',
    '2026-05-31T09',
    '2026-05-31T09:30:00',
    'now',
    '',
  ])('refuses the time %s', async (time) => {
    await expect(read({ from: time })).rejects.toThrow(RequestFault);
    await expect(read({ to: time })).rejects.toThrow(RequestFault);
  });

  it('refuses any time that Date cannot parse', async () => {
    const pattern =
      /^\d{4}(-(W\d\d|\d{3}|\d\d(-[0-3]\d)?))?(T[0-2]\d(:[0-5]\d(:[0-5]\d)?)?([+-][0-2]\d:?[0-5]\d|Z)?)?$/;
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(pattern), async (from) => {
        const taken = await Promise.resolve(read({ from })).then(
          () => true,
          () => false,
        );
        expect(taken && Number.isNaN(Date.parse(from))).toBe(false);
      }),
    );
  });
});
