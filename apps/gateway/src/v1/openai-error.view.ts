import { HttpError, openAiErrorFormat, toHttpError } from '@shipyard/http';
import type { Logger } from '@shipyard/platform/logger';

/** Applies to everything outside /admin, so that a client with a wrong base URL can read the error. */
export const customerErrorFormat = openAiErrorFormat('/');

/** The work is done, and a retry would buy it again. */
export function notToRepeat(error: unknown): HttpError {
  const { code, row, particulars } = toHttpError(error, customerErrorFormat);
  return new HttpError(code, row, { ...particulars, headers: { ...particulars.headers, 'x-should-retry': 'false' } });
}

/** For an error after the headers were sent. Logs it as the filter would. */
export function toFailureView(error: unknown, requestId: string, logger: Logger): unknown {
  const failure = toHttpError(error, customerErrorFormat);
  if (failure.row.log)
    logger[failure.row.log](
      { request_id: requestId, err: failure.cause ?? failure, code: failure.code },
      failure.row.message,
    );
  return customerErrorFormat.render(failure);
}
