import { envelopeErrors, inputInvalid } from '@shipyard/http';
import { DocumentTooDeep, HtmlTooLarge } from '@shipyard/markdown';
import { QueueOverloaded } from '../limits/fair-queue';
import { RenderBudgetSpent, RenderTooSlow } from './markdown-renderer';

const RETRY_AFTER_SECONDS = 10;

export function refuseUnrenderable(field: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof DocumentTooDeep) throw inputInvalid(field, 'is nested too deeply');
    if (error instanceof HtmlTooLarge)
      throw inputInvalid(field, 'renders to more than 2 MiB of HTML: shorten it, or repeat fewer footnotes');
    if (error instanceof RenderBudgetSpent)
      throw inputInvalid(field, 'takes too long to render together with the other documents: send less at once');
    if (error instanceof RenderTooSlow)
      throw inputInvalid(field, 'takes too long to render: make it simpler or shorter');
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
