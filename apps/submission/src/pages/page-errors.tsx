import { envelopeErrorFormat, type ErrorFormat, type HttpError } from '@shipyard/http';
import { LinkButton, Message, RequestId } from '@shipyard/ui';
import { prefersHtml } from './accept';
import { LinkUsed } from './link-used';
import { Page } from './page';
import type { PageContext } from './page-context';
import type { PageRenderer } from './page-renderer';
import { messageOf } from './service-messages';
import { logInUrl } from './sign-in/own-path';
import type { Words } from './words/words';

/** The paths of pages. Their errors are pages whatever the client accepts. */
const PAGE_PATHS = [
  '/projects',
  '/programs',
  '/creators',
  '/assistants',
  '/join',
  '/device',
  '/oauth/authorize',
  '/login',
  '/logout',
  '/studio',
  '/reset',
  '/confirm',
  '/unsubscribe',
  '/styleguide',
];

/** The API answers in JSON. An unknown path is answered with a page if a browser asks. */
export function errorFormatsOf(renderer: PageRenderer): ErrorFormat[] {
  const renderPage: ErrorFormat['renderPage'] = (error, request, response) =>
    renderer.render(request, response, (page) => <ErrorPage page={page} error={error} />);
  return [
    envelopeErrorFormat('/api'),
    {
      ...envelopeErrorFormat('/'),
      renderPage: (error, request, response) =>
        prefersHtml(request.headers.accept) ? renderPage(error, request, response) : null,
    },
    ...PAGE_PATHS.map((path) => ({ ...envelopeErrorFormat(path), renderPage })),
  ];
}

interface ErrorText {
  title: string;
  lead: string;
  action: { text: string; href: string };
}

/** Knows only the error, so that it can be drawn without the database. */
export function ErrorPage({ page, error }: { page: PageContext; error: HttpError }) {
  if (error.row.status === 410) return <LinkUsed page={page} askUrl="/reset" />;
  const { title, lead, action } = textOf(error, page);
  return (
    <Page page={page} title={title} isError>
      <Message title={title} lead={lead}>
        <div className="ui-buttons" data-error-page="">
          <LinkButton href={action.href}>{action.text}</LinkButton>
        </div>
        <RequestId label={page.words.requestId} requestId={page.requestId} />
      </Message>
    </Page>
  );
}

function textOf(error: HttpError, page: PageContext): ErrorText {
  const { errors } = page.words;
  const samePage = page.linkWith({});
  const withAction = ({ title, lead, action }: Words['errors']['broken'], href = samePage): ErrorText => ({
    title,
    lead,
    action: { text: action, href },
  });
  switch (error.row.status) {
    case 401:
      return withAction(errors.signedOut, logInUrl(page.path));
    case 403:
      // Only the error of a form from elsewhere says nothing of its own.
      return withAction(
        'message' in error.particulars ? { ...errors.refused, lead: messageOf(page.words, error) } : errors.foreign,
      );
    case 404:
      return withAction(errors.unknown, '/');
    case 409:
      return withAction({ ...errors.notNow, lead: messageOf(page.words, error) });
    case 413:
      return withAction(errors.tooLong);
    case 429:
      return withAction({ ...errors.tooFast, title: errors.tooFast.title(secondsOf(error)) });
    case 503:
      return withAction(errors.unavailable);
    default:
      return withAction(error.row.status < 500 ? errors.unreadable : errors.broken);
  }
}

const secondsOf = ({ particulars: { headers } }: Pick<HttpError, 'particulars'>) =>
  Number(headers?.['retry-after'] ?? 60);
