import { openAiSurface, toHttpError } from '@shipyard/http';
import type { Logger } from '@shipyard/platform';

/** Everything but /admin speaks as OpenAI does, so that a client with a wrong base address can read its error. */
export const customerSurface = openAiSurface('/');

/** The body of an error that comes when the head of the answer is already out. It is logged as the filter would. */
export function toFailureView(error: unknown, logger: Logger): unknown {
  const failure = toHttpError(error, customerSurface);
  if (failure.row.log) logger[failure.row.log]({ err: failure.cause ?? failure, code: failure.code }, failure.row.message);
  return customerSurface.render(failure);
}
