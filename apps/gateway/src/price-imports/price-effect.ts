import type { ChargedClass, NewPrice } from '../billing';
import { type PlannedImport, unitPriceOf } from '../models';
import { priceOrParents } from '../unit-types';

/** The prices of past classes that the import changes, on every list. */
export function changedPrices({ before, after, at, rows }: PlannedImport, classes: ChargedClass[]): NewPrice[] {
  return rows.lists.flatMap(({ id: listId }) =>
    classes.flatMap((charged) => {
      const { model, unit_type, step, ...qualifiers } = charged;
      const facts = {
        // Exceeds this step and no higher one.
        inputTokens: step + 1,
        size: qualifiers.size ?? undefined,
        quality: qualifiers.quality ?? undefined,
        depth: qualifiers.depth ?? undefined,
      };
      const priceIn = (book: typeof before) => {
        const { value: prices } = book.pricesOf(listId, model, at);
        return priceOrParents(unit_type, (unitType) => unitPriceOf({ prices }, unitType, facts))?.unitPriceNano;
      };
      const nano = priceIn(after);
      // Without a price, such requests would be refused, so what they cost is not known.
      return nano === undefined || nano === priceIn(before)
        ? []
        : [{ ...charged, list_id: listId, nano: String(nano) }];
    }),
  );
}

/** The steps of the input at which a price of the models changes, in both books. */
export const stepsOf = ({ plan, rows }: PlannedImport): number[] => [
  ...new Set([
    ...rows.prices.flatMap(({ aboveInputTokens }) => (aboveInputTokens === null ? [] : [aboveInputTokens])),
    ...plan.prices.flatMap(({ units }) =>
      units.flatMap(({ above_input_tokens: step }) => (step === undefined ? [] : [step])),
    ),
  ]),
];
