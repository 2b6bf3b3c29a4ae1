import { envelopeErrorFormat, type ErrorFormat, type HttpError } from '@shipyard/http';
import { ErrorMessage, errorTextOf, pageErrorFormats } from '@shipyard/pages';
import { SITE_PAGE_IDS } from '../site-pages';
import { LinkUsed } from './link-used';
import { Page } from './page';
import type { PageContext } from './page-context';
import type { PageRenderer } from './page-renderer';
import { messageOf } from './service-messages';
import { logInUrl } from './sign-in/sign-in-urls';

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
  '/console',
  '/reset',
  '/confirm',
  '/guardian',
  '/unsubscribe',
  '/styleguide',
  ...SITE_PAGE_IDS.map((id) => `/${id}`),
];

/** The API answers in JSON. An unknown path is answered with a page if a browser asks. */
export const errorFormatsOf = (renderer: PageRenderer): ErrorFormat[] => [
  envelopeErrorFormat('/api'),
  ...pageErrorFormats(envelopeErrorFormat, PAGE_PATHS, (error, request, response) =>
    renderer.render(request, response, (page) => <ErrorPage page={page} error={error} />),
  ),
];

function ErrorPage({ page, error }: { page: PageContext; error: HttpError }) {
  if (error.row.status === 410) return <LinkUsed page={page} askUrl="/reset" />;
  const text = errorTextOf(error, page.words, messageOf(page.words, error));
  return (
    <Page page={page} title={text.title} isError>
      <ErrorMessage page={page} text={text} href={hrefOf(error, page)} />
    </Page>
  );
}

function hrefOf({ row: { status } }: HttpError, page: PageContext): string {
  if (status === 401) return logInUrl(page.path);
  return status === 404 ? '/' : page.linkWith({});
}
