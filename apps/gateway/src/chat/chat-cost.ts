/*
 * What a chat costs, in order:
 *
 * 1. step   The tokens of the prompt choose the prices of the whole request: those above the highest number that they
 *           exceed.
 * 2. class  Each token is in one class. A cached token counts as cached, whatever it encodes.
 * 3. price  A class costs its own price, or that of its nearest parent that has one.
 * 4. line   Each class is one line, rounded by itself. What a parent pays for is in the line of the parent. Only reads
 *           and writes of a cache always have their own line.
 */
import { type ChargeLine, type HighestCost, lineCostNano, totalCostNano, type Units } from '../billing';
import { type CatalogModel, requiredPrice, type UnitPrice, unitPriceOf } from '../models';
import { MOST_NANO } from '../money';
import type { TokenUsage } from '../suppliers';
import type { PromptTokens } from '../tokens/prompt-tokens';
import { parentOf, type TokenClass } from '../unit-types';

interface ClassPrice extends UnitPrice {
  /** The unit of its line. */
  billedAs: TokenClass;
  /** The class whose price it has. */
  pricedAs: TokenClass;
}

interface PriceStep {
  aboveTokens: number;
  classes: Readonly<Record<TokenClass, ClassPrice>>;
  request: UnitPrice | undefined;
}

/** The prices as of the start of a request, by ascending number of tokens. The first are those above none. */
export type ChatPrices = readonly [PriceStep, ...PriceStep[]];

const INPUT: readonly TokenClass[] = [
  'input_1k_tokens',
  'cache_read_1k_tokens',
  'cache_write_1k_tokens',
  'cache_write_1h_1k_tokens',
  'audio_input_1k_tokens',
  'image_input_1k_tokens',
];
const OUTPUT: readonly TokenClass[] = [
  'output_1k_tokens',
  'reasoning_1k_tokens',
  'audio_output_1k_tokens',
  'image_output_1k_tokens',
];
/** In the order of the lines. */
export const TOKEN_CLASSES: readonly TokenClass[] = [...INPUT, ...OUTPUT];

const OWN_LINES: readonly TokenClass[] = [
  'input_1k_tokens',
  'output_1k_tokens',
  'cache_read_1k_tokens',
  'cache_write_1k_tokens',
  'cache_write_1h_1k_tokens',
];

/** Most requests for a model have the same list of prices. */
const computed = new WeakMap<CatalogModel['prices'], ChatPrices>();

/** Throws service_unavailable without a price for input. */
export function chatPrices(model: Pick<CatalogModel, 'prices'> & Partial<CatalogModel>): ChatPrices {
  const known = computed.get(model.prices);
  if (known) return known;
  requiredPrice(model, 'input_1k_tokens');
  const steps = [...new Set(model.prices.map(({ aboveInputTokens }) => aboveInputTokens ?? 0))]
    .filter((tokens) => tokens > 0)
    .sort((one, other) => one - other);
  const prices: ChatPrices = [stepAbove(model, 0), ...steps.map((tokens) => stepAbove(model, tokens))];
  computed.set(model.prices, prices);
  return prices;
}

function stepAbove(model: Parameters<typeof unitPriceOf>[0], aboveTokens: number): PriceStep {
  const facts = { inputTokens: aboveTokens + 1 };
  const priceOf = (unitType: TokenClass): ClassPrice => {
    const own = unitPriceOf(model, unitType, facts);
    if (own) return { billedAs: unitType, pricedAs: unitType, ...own };
    const parent = parentOf(unitType);
    const price = parent
      ? priceOf(parent)
      : { billedAs: unitType, pricedAs: unitType, ...requiredPrice(model, unitType, facts) };
    return OWN_LINES.includes(unitType) ? { ...price, billedAs: unitType } : price;
  };
  return {
    aboveTokens,
    classes: {
      input_1k_tokens: priceOf('input_1k_tokens'),
      output_1k_tokens: priceOf('output_1k_tokens'),
      cache_read_1k_tokens: priceOf('cache_read_1k_tokens'),
      cache_write_1k_tokens: priceOf('cache_write_1k_tokens'),
      cache_write_1h_1k_tokens: priceOf('cache_write_1h_1k_tokens'),
      reasoning_1k_tokens: priceOf('reasoning_1k_tokens'),
      audio_input_1k_tokens: priceOf('audio_input_1k_tokens'),
      audio_output_1k_tokens: priceOf('audio_output_1k_tokens'),
      image_input_1k_tokens: priceOf('image_input_1k_tokens'),
      image_output_1k_tokens: priceOf('image_output_1k_tokens'),
    },
    request: unitPriceOf(model, 'request', facts),
  };
}

export interface HeldTokens {
  input: Pick<PromptTokens, 'most' | 'held'>;
  outputTokens: number;
  /** The classes that the request may have, beside those that every chat may have. */
  classes: readonly TokenClass[];
}

/** Some suppliers write to their cache unasked, but never for an hour. */
const ANY_CHAT: readonly TokenClass[] = [
  'input_1k_tokens',
  'output_1k_tokens',
  'cache_read_1k_tokens',
  'cache_write_1k_tokens',
  'reasoning_1k_tokens',
];

/** All input and all output at the dearest class that they may have, and at the dearest step in reach. */
export function highestChatCost(prices: ChatPrices, { input, outputTokens, classes }: HeldTokens): HighestCost {
  const possible = [...ANY_CHAT, ...classes];
  const steps = prices.map(({ aboveTokens, classes: priced, request }) => {
    const dearest = (kind: readonly TokenClass[]) =>
      possible
        .filter((each) => kind.includes(each))
        .map((each) => priced[each].unitPriceNano)
        .reduce((most, each) => (each > most ? each : most));
    const [inputPriceNano, outputPriceNano] = [dearest(INPUT), dearest(OUTPUT)];
    const outputNano =
      (request?.unitPriceNano ?? 0n) +
      lineCostNano({ unitType: 'output_1k_tokens', units: outputTokens, unitPriceNano: outputPriceNano });
    return { aboveTokens, inputPriceNano, outputNano };
  });
  const costFor = (units: number) =>
    steps
      .filter(({ aboveTokens }) => aboveTokens === 0 || aboveTokens < units)
      .map(
        ({ inputPriceNano, outputNano }) =>
          outputNano + lineCostNano({ unitType: 'input_1k_tokens', units, unitPriceNano: inputPriceNano }),
      )
      .reduce((most, each) => (each > most ? each : most));
  return {
    leastNano: steps[0]?.outputNano ?? 0n,
    mostNano: costFor(input.most),
    exactNano: () => costFor(input.held),
  };
}

/** Each token is in one class. */
export function chatUnits(usage: TokenUsage): Record<TokenClass, number> {
  const { promptTokens, cachedTokens, cacheWriteTokens = 0, longCacheWriteTokens = 0, completionTokens } = usage;
  const fresh = shared(promptTokens - cachedTokens - cacheWriteTokens, [
    usage.audioInputTokens,
    usage.imageInputTokens,
  ]);
  const made = shared(completionTokens, [usage.reasoningTokens, usage.audioOutputTokens, usage.imageOutputTokens]);
  return {
    input_1k_tokens: fresh.rest,
    cache_read_1k_tokens: cachedTokens,
    cache_write_1k_tokens: cacheWriteTokens - longCacheWriteTokens,
    cache_write_1h_1k_tokens: longCacheWriteTokens,
    audio_input_1k_tokens: fresh.parts[0] ?? 0,
    image_input_1k_tokens: fresh.parts[1] ?? 0,
    output_1k_tokens: made.rest,
    reasoning_1k_tokens: made.parts[0] ?? 0,
    audio_output_1k_tokens: made.parts[1] ?? 0,
    image_output_1k_tokens: made.parts[2] ?? 0,
  };
}

/** A part is never more than its whole. */
function shared(whole: number, sizes: (number | undefined)[]): { rest: number; parts: number[] } {
  let rest = whole;
  const parts = sizes.map((size = 0) => {
    const part = Math.max(0, Math.min(size, rest));
    rest -= part;
    return part;
  });
  return { rest, parts };
}

/** What a supplier counts. */
export function boughtUnits(usage: TokenUsage): Units[] {
  const tokens = Object.entries(chatUnits(usage)).map(([unitType, units]) => ({ unitType, units }));
  return [
    ...tokens.filter(({ unitType, units }) => units > 0 || unitType === 'input_1k_tokens'),
    { unitType: 'request', units: 1 },
  ];
}

export function chatCost(prices: ChatPrices, usage: TokenUsage): ChargeLine[] {
  const { classes, request } = stepFor(prices, usage.promptTokens);
  const units = chatUnits(usage);
  const billed = { ...units };
  for (const unitType of TOKEN_CLASSES) {
    const { billedAs } = classes[unitType];
    if (billedAs === unitType) continue;
    billed[billedAs] += units[unitType];
    billed[unitType] = 0;
  }
  const lines: ChargeLine[] = TOKEN_CLASSES.filter(
    (unitType) => billed[unitType] > 0 || unitType === 'input_1k_tokens',
  ).map((unitType) => toLine(unitType, billed[unitType], classes[unitType]));
  return request ? [...lines, toLine('request', 1, request)] : lines;
}

/** The tokens that are charged as those of a parent, because nobody priced their class. */
export function unpricedUnits(prices: ChatPrices, usage: TokenUsage): Units[] {
  const { classes } = stepFor(prices, usage.promptTokens);
  const units = chatUnits(usage);
  return TOKEN_CLASSES.filter((unitType) => units[unitType] > 0 && classes[unitType].pricedAs !== unitType).map(
    (unitType) => ({
      unitType,
      units: units[unitType],
    }),
  );
}

const toLine = (unitType: string, units: number, { unitPriceNano, terms }: UnitPrice): ChargeLine => ({
  unitType,
  units,
  unitPriceNano,
  ...(terms && { terms }),
});

const stepFor = (prices: ChatPrices, promptTokens: number): PriceStep =>
  prices.findLast(({ aboveTokens }) => promptTokens > aboveTokens) ?? prices[0];

/** Usage that is too large for the ledger is treated as missing. */
export function isPlausible(prices: ChatPrices, usage: TokenUsage): boolean {
  return totalCostNano(chatCost(prices, usage)) <= MOST_NANO;
}
