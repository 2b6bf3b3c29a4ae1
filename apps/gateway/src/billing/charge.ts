import { MOST_NANO } from '../money';
import { type LineTerms, priceOrParents } from '../unit-types';

export interface ChargeLine {
  unitType: string;
  units: number;
  /** The price of one unit of the price list: 1,000 tokens, an image or a request. */
  unitPriceNano: bigint;
  terms?: LineTerms | undefined;
}

const TOKENS_A_UNIT = 1_000n;
const HALF_A_UNIT = 500n;
const isTokens = (unitType: string) => unitType.endsWith('_1k_tokens');

export function lineCostNano({ unitType, units, unitPriceNano }: ChargeLine): bigint {
  const priced = BigInt(units) * unitPriceNano;
  return isTokens(unitType) ? (priced + HALF_A_UNIT) / TOKENS_A_UNIT : priced;
}

/** The bounds are cheap. The exact figure takes work to compute. */
export interface HighestCost {
  leastNano: bigint;
  mostNano: bigint;
  exactNano(): bigint;
}

export function knownCost(lines: ChargeLine[]): HighestCost {
  const costNano = totalCostNano(lines);
  return { leastNano: costNano, mostNano: costNano, exactNano: () => costNano };
}

export type Units = Pick<ChargeLine, 'unitType' | 'units'>;

/**
 * Units without a price cost as their parents, in one sum with them. At most MOST_NANO, so that a wrong price cannot
 * block a charge. Null if the price of anything but the call itself is unknown.
 */
export function supplierCost(
  { supplierPrices }: { supplierPrices: { unit_type: string; price_nano: string }[] },
  lines: Units[],
): bigint | null {
  if (supplierPrices.length === 0) return lines.length === 0 ? 0n : null;
  const priceOf = (unitType: string) => supplierPrices.find((price) => price.unit_type === unitType);
  const priced = new Map<(typeof supplierPrices)[number], number>();
  for (const { unitType, units } of lines) {
    const price = priceOrParents(unitType, priceOf);
    if (price) priced.set(price, (priced.get(price) ?? 0) + units);
    else if (unitType !== 'request') return null;
  }
  if (priced.size === 0 && lines.length > 0) return null;
  let sumNano = 0n;
  for (const [{ unit_type, price_nano }, units] of priced)
    sumNano += lineCostNano({ unitType: unit_type, units, unitPriceNano: BigInt(price_nano) });
  return sumNano < MOST_NANO ? sumNano : MOST_NANO;
}

export function totalCostNano(lines: ChargeLine[]): bigint {
  return lines.reduce((sum, line) => sum + lineCostNano(line), 0n);
}

export interface LedgerLine extends LineTerms {
  unit_type: string;
  units: number;
  unit_price_nano: string;
  amount_nano: string;
}

export function toLedgerLines(lines: ChargeLine[]): LedgerLine[] {
  return lines.map((line) => ({
    unit_type: line.unitType,
    units: line.units,
    unit_price_nano: line.unitPriceNano.toString(),
    amount_nano: lineCostNano(line).toString(),
    ...line.terms,
  }));
}
