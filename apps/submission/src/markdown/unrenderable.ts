import { envelopeErrors, inputInvalid } from '@shipyard/http';
import { DocumentTooDeep, HtmlTooLarge } from '@shipyard/markdown';
import { QueueOverloaded } from '@shipyard/platform/fair-queue';
import { RenderBudgetSpent, RenderTooSlow } from './markdown-renderer';

const RETRY_AFTER_SECONDS = 10;

/** What is wrong with a document that cannot be rendered. */
export const UNRENDERABLE = {
  too_deep: 'is nested too deeply',
  too_long: 'renders to more than 2 MiB of HTML: shorten it, or repeat fewer footnotes',
  too_much: 'takes too long to render together with the other documents: send less at once',
  too_slow: 'takes too long to render: make it simpler or shorter',
} as const;

/** Null if the document itself is not at fault. */
export function unrenderableBy(error: unknown): keyof typeof UNRENDERABLE | null {
  if (error instanceof DocumentTooDeep) return 'too_deep';
  if (error instanceof HtmlTooLarge) return 'too_long';
  if (error instanceof RenderBudgetSpent) return 'too_much';
  return error instanceof RenderTooSlow ? 'too_slow' : null;
}

export function refuseUnrenderable(field: string): (error: unknown) => never {
  return (error) => {
    const fault = unrenderableBy(error);
    if (fault !== null) throw inputInvalid(field, UNRENDERABLE[fault]);
    if (error instanceof QueueOverloaded) {
      throw envelopeErrors.SERVICE_UNAVAILABLE({
        message: 'Too many documents are waiting to be rendered. Try again in a moment.',
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        cause: error,
      });
    }
    throw error;
  };
}
