import fc from 'fast-check';
import { multipliedNano, PriceBook } from './price-book';
import { BASE_LIST } from './price-list.entity';
import { unitPriceOf } from './unit-price';

const BASE = { ...BASE_LIST, inheritsId: null, multiplierE5: 100_000 };
const at = (ms: number) => new Date(ms);
let ids = 0;

type Units = Record<string, bigint>;
const priceOf = (priceListId: string, startsAt: number, units: Units, modelId = 'm') => {
  const listId = `price-${(ids += 1)}`;
  return Object.entries(units).map(([unitName, priceNano]) => {
    const [unitType, above] = unitName.split(' above ');
    return {
      listId,
      modelId,
      priceListId,
      unitType: unitType as 'input_1k_tokens',
      unitName,
      priceNano,
      aboveInputTokens: above === undefined ? null : Number(above),
      size: null,
      quality: null,
      depth: null,
      effectiveAt: at(startsAt),
    };
  });
};
const listOf = (id: string, inheritsId: string, multiplierE5: number) => ({ id, name: id, inheritsId, multiplierE5 });
const shown = (book: PriceBook, listId: string, now: number) =>
  Object.fromEntries(book.pricesOf(listId, 'm', now).value.map(({ unitName, priceNano }) => [unitName, priceNano]));

describe('the prices of a list', () => {
  const lists = [BASE, listOf('partner', BASE.id, 85_000), listOf('retail', 'partner', 133_333)];
  const prices = [
    ...priceOf(BASE.id, 0, { input_1k_tokens: 100n, output_1k_tokens: 999n, 'input_1k_tokens above 10': 205n }),
    ...priceOf('partner', 50, { output_1k_tokens: 7n, request: 1n }),
    ...priceOf(BASE.id, 100, { input_1k_tokens: 200n }),
    ...priceOf(BASE.id, 100, { input_1k_tokens: 5n }, 'another'),
  ];
  const book = new PriceBook({ lists, prices, assignments: [] });

  it('are its own, and otherwise the inherited ones times its multiplier, rounded list by list', () => {
    expect(shown(book, BASE.id, 0)).toEqual({
      input_1k_tokens: 100n,
      output_1k_tokens: 999n,
      'input_1k_tokens above 10': 205n,
    });
    // 84.915 and 174.25 are rounded to the nano before the next multiplier.
    expect(shown(book, 'partner', 0)).toEqual({
      input_1k_tokens: 85n,
      output_1k_tokens: 849n,
      'input_1k_tokens above 10': 174n,
    });
    expect(shown(book, 'retail', 50)).toEqual({
      input_1k_tokens: 113n,
      output_1k_tokens: 9n,
      'input_1k_tokens above 10': 232n,
      request: 1n,
    });
    expect(shown(book, 'partner', 100)).toEqual({ input_1k_tokens: 170n, output_1k_tokens: 7n, request: 1n });
  });

  it('say until when they stay', () => {
    const untilOf = (listId: string, now: number) => book.pricesOf(listId, 'm', now).until;
    expect([untilOf('retail', 0), untilOf('retail', 50), untilOf('retail', 100)]).toEqual([50, 100, Infinity]);
    expect([untilOf(BASE.id, 0), untilOf(BASE.id, -1)]).toEqual([100, 0]);
    expect(book.pricesOf(BASE.id, 'm', -1).value).toEqual([]);
  });

  it('round half up, and stay within what an operator can enter', () => {
    expect([multipliedNano(1n, 50_000), multipliedNano(1n, 49_999), multipliedNano(3n, 0)]).toEqual([1n, 0n, 0n]);
    expect(multipliedNano(10n ** 18n - 1n, 99_999_999)).toBe(10n ** 18n - 1n);
  });

  it('are of the list that the customer is on at that time', () => {
    const assignments = [
      { id: 'a', customerId: 'c', priceListId: 'partner', effectiveAt: at(10) },
      { id: 'b', customerId: 'c', priceListId: BASE.id, effectiveAt: at(20) },
      { id: 'c', customerId: 'c', priceListId: 'retail', effectiveAt: at(20) },
    ];
    const dated = new PriceBook({ lists, prices, assignments });
    expect([9, 10, 19, 20].map((now) => dated.listOf('c', now).name)).toEqual(['base', 'partner', 'partner', 'retail']);
    expect(dated.listOf('another', 20).name).toBe('base');
  });

  it('are in force as the rows say, whatever was added in which order, at any time', () => {
    const UNITS = ['input_1k_tokens', 'input_1k_tokens above 10', 'output_1k_tokens', 'request'];
    const version = fc.record({
      list: fc.constantFrom(BASE.id, 'partner', 'retail'),
      startsAt: fc.nat({ max: 20 }),
      units: fc.dictionary(fc.constantFrom(...UNITS), fc.bigInt({ min: 0n, max: 10n ** 13n }), { minKeys: 1 }),
    });
    const assigned = fc.record({ list: fc.constantFrom(BASE.id, 'partner', 'retail'), startsAt: fc.nat({ max: 20 }) });
    const multiplier = fc.nat({ max: 200_000 });
    fc.assert(
      fc.property(
        fc.array(version, { maxLength: 12 }),
        fc.array(assigned, { maxLength: 6 }),
        fc.tuple(multiplier, multiplier),
        fc.nat({ max: 20 }),
        fc.nat({ max: 20 }),
        (versions, moves, [partner, retail], tokens, now) => {
          // Rows come by their start, as the statement orders them. Of two with one start, the later was added later.
          const byStart = versions.toSorted((one, other) => one.startsAt - other.startsAt);
          const moved = moves.toSorted((one, other) => one.startsAt - other.startsAt);
          const made = new PriceBook({
            lists: [BASE, listOf('partner', BASE.id, partner), listOf('retail', 'partner', retail)],
            prices: byStart.flatMap(({ list, startsAt, units }) => priceOf(list, startsAt, units)),
            assignments: moved.map(({ list, startsAt }, place) => ({
              id: String(place),
              customerId: 'c',
              priceListId: list,
              effectiveAt: at(startsAt),
            })),
          });
          // The model: a plain search back in time, list by list.
          const own = (list: string) =>
            byStart.findLast((each) => each.list === list && each.startsAt <= now)?.units ?? {};
          const times = (nano: bigint, e5: number) => (nano * BigInt(e5) * 2n + 100_000n) / 200_000n;
          const inForce = (list: string, unit: string): bigint | undefined => {
            const nano = own(list)[unit];
            if (nano !== undefined || list === BASE.id) return nano;
            const [inherited, e5] = list === 'retail' ? (['partner', retail] as const) : ([BASE.id, partner] as const);
            const above = inForce(inherited, unit);
            return above === undefined ? undefined : times(above, e5);
          };
          const list = moved.findLast(({ startsAt }) => startsAt <= now)?.list ?? BASE.id;
          expect(made.listOf('c', now).id).toBe(list);
          const { value, until } = made.pricesOf(list, 'm', now);
          const charged = unitPriceOf({ prices: value, priceList: made.list(list).name }, 'input_1k_tokens', {
            inputTokens: tokens,
          });
          const step = tokens > 10 ? inForce(list, 'input_1k_tokens above 10') : undefined;
          expect(charged?.unitPriceNano).toBe(step ?? inForce(list, 'input_1k_tokens'));
          if (charged) {
            expect(charged.terms?.price_list).toBe(list === BASE.id ? undefined : list);
            expect(charged.terms?.above_input_tokens).toBe(step === undefined ? undefined : 10);
          }
          expect(unitPriceOf({ prices: value }, 'request')?.unitPriceNano).toBe(inForce(list, 'request'));
          // The same until it says so.
          for (let later = now; later < Math.min(until, 21); later += 1)
            expect(made.pricesOf(list, 'm', later).value).toEqual(value);
        },
      ),
    );
  });
});
