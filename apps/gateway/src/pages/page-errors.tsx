import { envelopeErrorFormat, type ErrorFormat, type HttpError, openAiErrorFormat } from '@shipyard/http';
import { ErrorMessage, pageErrorFormats } from '@shipyard/pages';
import { Page, type PageContext } from './page';
import type { PageRenderer } from './page-renderer';

/** Programs read JSON everywhere. A browser gets a page, except from the two interfaces for programs. */
export const errorFormatsOf = (renderer: PageRenderer): ErrorFormat[] => [
  openAiErrorFormat('/v1'),
  envelopeErrorFormat('/admin'),
  ...pageErrorFormats(openAiErrorFormat, [], (error, request, response) =>
    renderer.render(request, response, (page) => <ErrorPage page={page} error={error} />),
  ),
];

/** Knows only the error, so that it needs no database. */
function ErrorPage({ page, error: { row } }: { page: PageContext; error: HttpError }) {
  const { errors } = page.words;
  const isUnknown = row.status === 404;
  const text = isUnknown ? errors.unknown : row.status === 503 ? errors.unavailable : errors.broken;
  return (
    <Page page={page} title={text.title} isError>
      <ErrorMessage page={page} text={text} href={isUnknown ? '/docs' : page.linkWith({})} />
    </Page>
  );
}
