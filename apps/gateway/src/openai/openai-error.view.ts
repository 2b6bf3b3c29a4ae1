import { HttpError, openAiErrorFormat, toHttpError } from '@shipyard/http';
import type { Logger } from '@shipyard/platform';

/** Everything but /admin speaks as OpenAI does, so that a client with a wrong base address can read its error. */
export const customerErrorFormat = openAiErrorFormat('/');

/** The failure of a call whose work is done and bought already, told to clients that would else buy it again by themselves. */
export function notToRepeat(error: unknown): HttpError {
  const { code, row, particulars } = toHttpError(error, customerErrorFormat);
  return new HttpError(code, row, { ...particulars, headers: { ...particulars.headers, 'x-should-retry': 'false' } });
}

/** The body of an error that comes when the head of the answer is already out. It is logged as the filter would. */
export function toFailureView(error: unknown, requestId: string, logger: Logger): unknown {
  const failure = toHttpError(error, customerErrorFormat);
  if (failure.row.log) logger[failure.row.log]({ request_id: requestId, err: failure.cause ?? failure, code: failure.code }, failure.row.message);
  return customerErrorFormat.render(failure);
}
