import { HttpError } from '@shipyard/http';
import { Callout, RequestId } from '@shipyard/ui';
import type { Request, Response } from 'express';
import type { PageContext } from './page-context';
import { messageOf } from './service-messages';

/** Above a form: why the service refused it, and the id of the request. */
export function Refusal({ page, title, error }: { page: PageContext; title: string; error: HttpError | null }) {
  if (error === null) return null;
  return (
    <div className="ui-refusal" role="alert" tabIndex={-1} autoFocus>
      <Callout kind="caution" word={title}>
        <p>{messageOf(page.words, error)}</p>
        <RequestId label={page.words.requestId} requestId={page.requestId} />
      </Callout>
    </div>
  );
}

/** For a service that a form called: what it refused. Faults on our side have a page of their own. */
export function refusalOf(error: unknown): HttpError {
  if (error instanceof HttpError && error.row.status < 500) return error;
  throw error;
}

/** The URL of a refused form has no page of its own. A language or color scheme in its query goes along. */
export function leadToPage({ originalUrl }: Request, response: Response, path: string): void {
  const queryAt = originalUrl.indexOf('?');
  response.redirect(303, path + (queryAt < 0 ? '' : originalUrl.slice(queryAt)));
}
