import fc from 'fast-check';
import type { UsageCsvColumns } from '../suppliers';
import { readUsageCsv, UsageCsvFault } from './read-usage-csv';

const COLUMNS: UsageCsvColumns = {
  day: 'Date',
  upstream_model: 'Model',
  cny_rate: '7.1',
  lines: [
    { unit_type: 'input_1k_tokens', units: 'In', cost: 'Cost' },
    { unit_type: 'output_1k_tokens', units: 'Out' },
  ],
};
const BY_KIND: UsageCsvColumns = {
  day: 'Date',
  upstream_model: 'Model',
  lines: [
    {
      unit_type: 'input_1k_tokens',
      units: 'Quantity',
      times: 1000,
      cost: 'Amount',
      only_column: 'Kind',
      only_value: 'input',
    },
    { unit_type: 'web_search', units: 'Quantity', cost: 'Amount', only_column: 'Kind', only_value: 'search' },
  ],
};

describe('the export of a supplier', () => {
  it('is read by its configured columns', () => {
    const text = '\uFEFFModel,Date,In,Out,Cost,Extra\n"gpt-4o, mini",2026-05-31,1,2,1,\n'.replace(
      'gpt-4o, mini',
      'gpt-4o-mini',
    );
    expect(readUsageCsv(`${text}gpt-4o,2026/06/01T00:00:00Z,0,"3",,x\r\n`, COLUMNS)).toEqual([
      {
        day: '2026-05-31',
        upstreamModel: 'gpt-4o-mini',
        unitType: 'input_1k_tokens',
        units: 1n,
        costNano: 7_100_000_000n,
      },
      { day: '2026-05-31', upstreamModel: 'gpt-4o-mini', unitType: 'output_1k_tokens', units: 2n, costNano: 0n },
      { day: '2026-06-01', upstreamModel: 'gpt-4o', unitType: 'output_1k_tokens', units: 3n, costNano: 0n },
    ]);
  });

  it('may name the unit in each row', () => {
    const text =
      'Date,Model,Kind,Quantity,Amount\n20260531,m,input,1.5,0.25\n20260531,m,search,2,1e-3\n20260531,m,other,9,9\n';
    expect(readUsageCsv(text, BY_KIND)).toEqual([
      { day: '2026-05-31', upstreamModel: 'm', unitType: 'input_1k_tokens', units: 1500n, costNano: 250_000_000n },
      { day: '2026-05-31', upstreamModel: 'm', unitType: 'web_search', units: 2n, costNano: 1_000_000n },
    ]);
  });

  it.each([
    ['no such column', 'Date,Model,In,Out\n2026-05-31,m,1,2', 'Row 2: The column Cost is missing.'],
    ['no day', 'Date,Model,In,Out,Cost\n2026-02-30,m,1,2,1', 'Row 2: "2026-02-30" does not start with a date.'],
    [
      'a day that goes on',
      'Date,Model,In,Out,Cost\n2026-02-281,m,1,2,1',
      'Row 2: "2026-02-281" does not start with a date.',
    ],
    [
      'no number',
      'Date,Model,In,Out,Cost\n2026-02-28,m,1,2,1\n2026-02-28,m,-1,2,1',
      'Row 3: In must be a number of at least 0, such as 12.5, but is "-1".',
    ],
    [
      'no model',
      'Date,Model,In,Out,Cost\n2026-02-28,,1,2,1',
      'Row 2: Model must be the name of a model, of 1 to 200 characters without spaces.',
    ],
    ['more than can be kept', 'Date,Model,In,Out,Cost\n2026-02-28,m,1,2,1e18', 'Row 2: Cost is too large.'],
    ['a row that is too short', 'Date,Model,In,Out,Cost\n2026-02-28,m', 'It is not valid CSV'],
    ['a quote that never ends', 'Date,Model,In,Out,Cost\n"2026-02-28,m,1,2,3', 'It is not valid CSV'],
  ])('is refused with %s', (_, text, message) => {
    expect(() => readUsageCsv(text, COLUMNS)).toThrow(UsageCsvFault);
    expect(() => readUsageCsv(text, COLUMNS)).toThrow(message);
  });

  it('rounds each amount half up to one nano, with any number of digits', () => {
    const amount = fc.record({
      whole: fc.bigInt({ min: 0n, max: 10n ** 7n }),
      fraction: fc.stringMatching(/^\d{1,20}$/),
    });
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 1n, max: 100n * 10n ** 9n }), ({ whole, fraction }, rateNano) => {
        const rate = `${rateNano / 10n ** 9n}.${String(rateNano % 10n ** 9n).padStart(9, '0')}`;
        const [item] = readUsageCsv(`Date,Model,In,Out,Cost\n2026-02-28,m,1,2,${whole}.${fraction}`, {
          ...COLUMNS,
          cny_rate: rate,
        });
        const size = 10n ** BigInt(fraction.length);
        const doubled = 2n * BigInt(`${whole}${fraction}`) * rateNano - 2n * size * (item?.costNano ?? -1n);
        // The rounding error lies in [-1/2, 1/2) of a nano.
        expect(doubled >= -size && doubled < size).toBe(true);
      }),
    );
  });

  it('is read or refused, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.oneof(fc.string(), fc.constantFrom('2026-05-31', 'm', '1', '"', '1e99')), { maxLength: 6 }),
        ),
        (rows) => {
          try {
            readUsageCsv(`Date,Model,In,Out,Cost\n${rows.map((row) => row.join(',')).join('\n')}`, COLUMNS);
          } catch (error) {
            expect(error).toBeInstanceOf(UsageCsvFault);
          }
        },
      ),
    );
  });
});
