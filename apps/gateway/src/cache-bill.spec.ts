import { openApiDocument } from '@shipyard/http';
import { lineCostNano, totalCostNano } from './billing';
import { chatCost, chatPrices } from './chat/chat-cost';
import { customerFacts } from './docs/api-facts';
import { DOCS_PAGES, renderPage } from './docs/pages';
import type { CatalogModel } from './models';
import { formatCny, parseCny } from './money';

function billingPage(): string {
  const found = DOCS_PAGES.find(({ name }) => name === 'billing');
  if (!found) throw new Error('There is no page billing');
  return renderPage(found, {
    document: openApiDocument([], customerFacts),
    publicUrl: 'https://gateway.example',
    linkTo: (path) => path,
    models: [],
    errors: [],
    imageUrlSeconds: 1,
    imageTaskSeconds: 1,
  });
}

describe('the example of input from a cache', () => {
  it('work out a prompt from a cache to the nano', () => {
    const rows = [...billingPage().matchAll(/^\| (\w+_tokens) \| (\d+) \| ([\d.]+) \| ([\d.]+) \|$/gm)];
    const prices = rows.map(([, unitType, , price = '']) => ({ unitType, priceNano: parseCny(price) }));
    const unitsOf = (unitType: string) => Number(rows.find(([, each]) => each === unitType)?.[2]);
    const lines = chatCost(chatPrices({ prices } as CatalogModel), {
      promptTokens: 12_345,
      cachedTokens: unitsOf('cache_read_1k_tokens'),
      cacheWriteTokens: unitsOf('cache_write_1k_tokens') + unitsOf('cache_write_1h_1k_tokens'),
      longCacheWriteTokens: unitsOf('cache_write_1h_1k_tokens'),
      completionTokens: unitsOf('output_1k_tokens'),
      reasoningTokens: 0,
    });
    expect(lines.map((line) => [line.unitType, line.units, formatCny(lineCostNano(line))])).toEqual(
      rows.map(([, unitType, units, , cost]) => [unitType, Number(units), cost]),
    );
    expect(billingPage()).toContain(`| together | | | ${formatCny(totalCostNano(lines))} |`);
  });
});
