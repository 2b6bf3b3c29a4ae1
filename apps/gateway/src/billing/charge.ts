/** How many units of a model are charged at which price. */
export interface ChargeLine {
  unitType: string;
  /** Tokens, images or requests. */
  units: number;
  /** For one unit of the price list: 1,000 tokens, an image, a request. */
  unitPriceNano: bigint;
}

const TOKENS_A_UNIT = 1_000n;

/** units × price / unit size, rounded half up to one nano. */
export function lineCostNano({ unitType, units, unitPriceNano }: ChargeLine): bigint {
  const unitSize = unitType.endsWith('_1k_tokens') ? TOKENS_A_UNIT : 1n;
  return (BigInt(units) * unitPriceNano * 2n + unitSize) / (unitSize * 2n);
}

/** What a request costs at most: exactly, when that is asked for, and between two figures that take no work to tell. */
export interface HighestCost {
  leastNano: bigint;
  mostNano: bigint;
  exactNano(): bigint;
}

export function knownCost(lines: ChargeLine[]): HighestCost {
  const costNano = totalCostNano(lines);
  return { leastNano: costNano, mostNano: costNano, exactNano: () => costNano };
}

export function totalCostNano(lines: ChargeLine[]): bigint {
  return lines.reduce((sum, line) => sum + lineCostNano(line), 0n);
}

/** As the ledger keeps them, in JSON. */
export function toLedgerLines(lines: ChargeLine[]): string {
  return JSON.stringify(
    lines.map((line) => ({
      unit_type: line.unitType,
      units: line.units,
      unit_price_nano: line.unitPriceNano.toString(),
      amount_nano: lineCostNano(line).toString(),
    })),
  );
}
