import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ChargeLine, lineCostNano, totalCostNano } from './billing';
import { chatCost, chatPrices } from './chat/chat-cost';
import { imagePrices, linesFor } from './images/image-order';
import { type CatalogModel, requiredPrice } from './models';
import { PriceBook } from './models/price-book';
import { BASE_LIST } from './models/price-list.entity';
import { toPriceRows } from './models/price-rows';
import type { PriceUnit } from './models/models.dto';
import { checkedCny, formatCny } from './money';

interface Example {
  prices: PriceUnit[];
  lists?: { name: string; multiplier: string; prices?: PriceUnit[] }[];
  usage?: Record<string, number>;
  images?: { size: string; quality?: string; count: number };
  search?: { depth: string };
}

const PAGE = readFileSync(path.join(__dirname, '../../../docs/prices.md'), 'utf8');
const examples = PAGE.split('\n### ')
  .slice(1)
  .map((text) => {
    const [title = ''] = text.split('\n');
    const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '') as Example;
    const rows = [...text.matchAll(/^\| (\w+) \| ?(\d*) \| ?([\d.]*) \| ?(.*?) \| ([\d.]+) \|$/gm)];
    return { title, example, rows: rows.map(([, ...cells]) => cells) };
  });

/** The prices of the last list. Each inherits from the one before. */
function pricedModel({ prices, lists = [] }: Example): CatalogModel {
  const started = new Date(0);
  const rowsOf = (id: string, units: PriceUnit[]) =>
    toPriceRows('m', id, units, started).map((row) => ({ ...row, effectiveAt: started }));
  const inherited = [BASE_LIST.id, ...lists.map(({ name }) => name)];
  const book = new PriceBook({
    lists: [
      { ...BASE_LIST, inheritsId: null, multiplierE5: 100_000 },
      ...lists.map(({ name, multiplier }, place) => ({
        id: name,
        name,
        inheritsId: inherited[place] ?? null,
        multiplierE5: Number(multiplier.replace('.', '')),
      })),
    ],
    prices: [...rowsOf(BASE_LIST.id, prices), ...lists.flatMap(({ name, prices: own = [] }) => rowsOf(name, own))],
    assignments: [],
  });
  const list = lists.at(-1)?.name ?? BASE_LIST.id;
  return { prices: book.pricesOf(list, 'm', 0).value, priceList: list } as CatalogModel;
}

function billOf(example: Example): ChargeLine[] {
  const model = pricedModel(example);
  const { images, search, usage = {} } = example;
  if (search) return [{ unitType: 'request', units: 1, ...requiredPrice(model, 'request', search) }];
  if (images)
    return linesFor(
      imagePrices(model, { prompt: '', user: undefined, ...images, quality: images.quality }),
      images.count,
    );
  return chatCost(chatPrices(model), {
    promptTokens: usage.prompt_tokens ?? 0,
    cachedTokens: usage.cached_tokens ?? 0,
    cacheWriteTokens: usage.cache_write_tokens ?? 0,
    longCacheWriteTokens: usage.cache_write_1h_tokens ?? 0,
    audioInputTokens: usage.audio_input_tokens ?? 0,
    imageInputTokens: usage.image_input_tokens ?? 0,
    completionTokens: usage.completion_tokens ?? 0,
    reasoningTokens: usage.reasoning_tokens ?? 0,
    audioOutputTokens: usage.audio_output_tokens ?? 0,
    imageOutputTokens: usage.image_output_tokens ?? 0,
  });
}

describe('the worked examples of prices', () => {
  it('are for each class and qualifier', () => {
    expect(examples.length).toBeGreaterThanOrEqual(13);
    const priced = examples.flatMap(({ example }) => example.prices);
    for (const qualifier of ['above_input_tokens', 'size', 'quality', 'depth'] as const)
      expect(priced.some((unit) => unit[qualifier] !== undefined)).toBe(true);
  });

  it.each(examples)('are right to the nano: $title', ({ example, rows }) => {
    const bill = billOf(example);
    expect([
      ...bill.map((line) => [
        line.unitType,
        String(line.units),
        checkedCny(formatCny(line.unitPriceNano)),
        formatCny(lineCostNano(line)),
      ]),
      ['together', formatCny(totalCostNano(bill))],
    ]).toEqual(
      rows.map(([unitType = '', units = '', unitPrice = '', , cost = '']) =>
        unitType === 'together' ? [unitType, cost] : [unitType, units, checkedCny(unitPrice), cost],
      ),
    );
  });
});
