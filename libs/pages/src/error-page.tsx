import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorFormat, type HttpError } from '@shipyard/http';
import { LinkButton, Message, RequestId } from '@shipyard/ui';
import { prefersHtml } from './accept';
import type { PageContext } from './page-context';

interface ErrorText {
  title: string;
  lead: string;
  action: string;
}

/** What pages say of errors, by what the visitor can do about them. */
export interface ErrorPageWords {
  errors: {
    unreadable: ErrorText;
    foreign: ErrorText;
    signedOut: ErrorText;
    refused: Omit<ErrorText, 'lead'>;
    unknown: ErrorText;
    notNow: Omit<ErrorText, 'lead'>;
    tooLong: ErrorText;
    tooFast: Omit<ErrorText, 'title'> & { title: (seconds: number) => string };
    broken: ErrorText;
    unavailable: ErrorText;
  };
}

interface ErrorMessageProps {
  page: PageContext<{ requestId: string }>;
  text: ErrorText;
  /** Where `text.action` leads. */
  href: string;
}

/** What happened, one way on, and the id of the request. */
export const ErrorMessage = ({ page, text: { title, lead, action }, href }: ErrorMessageProps) => (
  <Message title={title} lead={lead}>
    <div className="ui-buttons" data-error-page="">
      <LinkButton href={href}>{action}</LinkButton>
    </div>
    <RequestId label={page.words.requestId} requestId={page.requestId} />
  </Message>
);

export function errorTextOf(error: HttpError, { errors }: ErrorPageWords, message: string): ErrorText {
  switch (error.row.status) {
    case 401:
      return errors.signedOut;
    case 403:
      // Only the error of a form from elsewhere says nothing of its own.
      return 'message' in error.particulars ? { ...errors.refused, lead: message } : errors.foreign;
    case 404:
      return errors.unknown;
    case 409:
      return { ...errors.notNow, lead: message };
    case 413:
      return errors.tooLong;
    case 429:
      return { ...errors.tooFast, title: errors.tooFast.title(secondsOf(error)) };
    case 503:
      return errors.unavailable;
    default:
      return error.row.status < 500 ? errors.unreadable : errors.broken;
  }
}

const secondsOf = ({ particulars: { headers } }: Pick<HttpError, 'particulars'>) =>
  Number(headers?.['retry-after'] ?? 60);

type DrawError = (error: HttpError, request: IncomingMessage, response: ServerResponse) => string;

/**
 * Draws the errors of `format` as pages: those of `pagePaths` whatever the client accepts, and others if a browser
 * asks.
 */
export function pageErrorFormats(
  formatOf: (prefix: string) => ErrorFormat,
  pagePaths: readonly string[],
  draw: DrawError,
): ErrorFormat[] {
  return [
    {
      ...formatOf('/'),
      renderPage: (error, request, response) =>
        prefersHtml(request.headers.accept) ? draw(error, request, response) : null,
    },
    ...pagePaths.map((path) => ({ ...formatOf(path), renderPage: draw })),
  ];
}
