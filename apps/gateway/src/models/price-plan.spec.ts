import { checkedCny } from '../money';
import type { Product } from '../products';
import { readPriceFile } from './price-file';
import { PriceFileFault, planPrices } from './price-plan';
import { BASE_LIST } from './price-list.entity';
import type { Price } from './price.entity';
import { toPriceRows } from './price-rows';

const HEAD = 'price_list,model,unit_type,unit_name,price_cny,effective_from,above_input_tokens,size';
const PAST = new Date(Date.now() - 86_400_000);
const [SOON, LATER] = ['2098-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];

const own = (units: Record<string, string>, at = PAST, model = 'chat') =>
  toPriceRows(
    model,
    BASE_LIST.id,
    Object.entries(units).map(([unit_type, price_cny]) => ({
      unit_type: unit_type as 'input_1k_tokens',
      unit_name: 'unit',
      price_cny,
    })),
    at,
  ).map((row): Price => ({ ...row, effectiveAt: at }));

const planOf = async (rows: string[], prices: Price[] = own({ input_1k_tokens: '1', output_1k_tokens: '2' })) => {
  const products = new Map<string, Product>([
    ['chat', 'text'],
    ['draw', 'image'],
  ]);
  return planPrices(await readPriceFile({ csv: [HEAD, ...rows].join('\n') }), { lists: [BASE_LIST], products, prices });
};
const inShort = ({ changes }: Awaited<ReturnType<typeof planOf>>) =>
  changes.map(({ path, from, to }) => [path, from?.price_cny ?? null, to?.price_cny ?? null]);
const written = ({ prices }: Awaited<ReturnType<typeof planOf>>) =>
  prices.map(({ units, effectiveAt }) => [
    effectiveAt?.toISOString(),
    ...units.map(({ unit_type, price_cny }) => `${unit_type} ${price_cny}`),
  ]);

describe('the plan of a file of prices', () => {
  it('keeps units that no row names, and writes nothing if nothing differs', async () => {
    const plan = await planOf(['base,chat,input_1k_tokens,,3,,,']);
    expect(inShort(plan)).toEqual([['base/chat/input_1k_tokens', '1.00', '3.00']]);
    expect(written(plan)).toEqual([[undefined, 'input_1k_tokens 3.00', 'output_1k_tokens 2.00']]);
    const same = await planOf([',chat,input_1k_tokens,unit,1.000,,,', ',chat,reasoning_1k_tokens,,,,,']);
    expect([same.changes, same.prices]).toEqual([[], []]);
    expect(same.id).not.toBe(plan.id);
  });

  it('takes units with different qualifiers for different ones', async () => {
    const plan = await planOf(['base,chat,input_1k_tokens,long,3,,200000,', 'base,draw,image,big,4,,,1x1']);
    expect(inShort(plan)).toEqual([
      ['base/chat/input_1k_tokens above_input_tokens=200000', null, '3.00'],
      ['base/draw/image size=1x1', null, '4.00'],
    ]);
    expect(written(plan)[0]).toHaveLength(4);
  });

  it('builds each start upon the one before, whatever the order of the rows', async () => {
    const plan = await planOf([
      `base,chat,output_1k_tokens,unit,9,${LATER},,`,
      `base,chat,output_1k_tokens,,,${SOON},,`,
      'base,chat,input_1k_tokens,,5,,,',
    ]);
    expect(written(plan)).toEqual([
      [undefined, 'input_1k_tokens 5.00', 'output_1k_tokens 2.00'],
      [SOON, 'input_1k_tokens 5.00'],
      [LATER, 'input_1k_tokens 5.00', 'output_1k_tokens 9.00'],
    ]);
  });

  it('replaces a price that starts at the same moment, and leaves later ones', async () => {
    const prices = [
      ...own({ input_1k_tokens: '1' }),
      ...own({ input_1k_tokens: '7', output_1k_tokens: '8' }, new Date(SOON)),
      ...own({ input_1k_tokens: '9' }, new Date(LATER)),
    ];
    const plan = await planOf([`base,chat,output_1k_tokens,,6,${SOON},,`], prices);
    expect(written(plan)).toEqual([[SOON, 'input_1k_tokens 7.00', 'output_1k_tokens 6.00']]);
    expect(plan.prices[0]?.replaces).toBe(prices[1]?.listId);
    expect(checkedCny('9')).toBe(prices.at(-1)?.priceNano);
  });

  it.each([
    ['base,chat,output_1k_tokens,,1,,,', 'base,chat,output_1k_tokens,,2,,,', /row 3: an earlier row/],
    ['base,chat,input_1k_tokens,,,,,', 'base,chat,output_1k_tokens,,,,,', /row 3: no own price/],
    ['base,chat,input_1k_tokens,,1,,,', 'base,chat,audio_input_1k_tokens,,2,,,', /row 3: unit_name/],
    ['base,chat,input_1k_tokens,,1,,,', 'base,chat,input_1k_tokens,,2,,,1x1', /row 3: size/],
  ])('refuses %s with %s', async (first, second, message) => {
    const refused = planOf([first, second]);
    await expect(refused).rejects.toThrow(PriceFileFault);
    await expect(refused).rejects.toThrow(message);
  });
});
