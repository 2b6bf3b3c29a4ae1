import { envelopeErrorFormat, type ErrorFormat, type HttpError, openAiErrorFormat } from '@shipyard/http';
import { ErrorMessage, errorTextOf, pageErrorFormats } from '@shipyard/pages';
import { CONSOLE_HOME, USAGE_HOME } from './console-home';
import { Page, type PageContext } from './page';
import type { PageRenderer } from './page-renderer';

const HOMES = [CONSOLE_HOME, USAGE_HOME];

/** Programs read JSON everywhere. A browser gets a page, except from the two interfaces for programs. */
export const errorFormatsOf = (renderer: PageRenderer): ErrorFormat[] => [
  openAiErrorFormat('/v1'),
  envelopeErrorFormat('/admin'),
  ...pageErrorFormats(openAiErrorFormat, HOMES, (error, request, response) =>
    renderer.render(request, response, (page) => <ErrorPage page={page} error={error} />),
  ),
];

/** Knows only the error, so that it needs no database. */
function ErrorPage({ page, error }: { page: PageContext; error: HttpError }) {
  const home = HOMES.find((each) => page.path.startsWith(each));
  const text = home
    ? errorTextOf(error, page.words.console, error.message)
    : publicTextOf(error.row.status, page.words.errors);
  return (
    <Page page={page} title={text.title} isError>
      <ErrorMessage page={page} text={text} href={error.row.status === 404 ? (home ?? '/docs') : page.linkWith({})} />
    </Page>
  );
}

function publicTextOf(status: number, { unknown, unavailable, broken }: PageContext['words']['errors']) {
  if (status === 404) return unknown;
  return status === 503 ? unavailable : broken;
}
