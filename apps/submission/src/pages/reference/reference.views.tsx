import { type PartOfReference, type Reference, REFERENCE_SHEETS, ReferenceIndex, ReferencePart } from '@shipyard/pages';
import { type OpenApiDocument, samplesOf } from '@shipyard/http';
import { SAMPLE_FACTS } from '../../reference';
import { Page } from '../page';
import type { PageContext } from '../page-context';

const REFERENCE_URL = '/api/v1/reference';
const SHEETS = ['gateway', ...REFERENCE_SHEETS] as const;

export function referenceFor({ words: { reference: text }, site }: PageContext, document: OpenApiDocument): Reference {
  return {
    ...{ text, document },
    url: REFERENCE_URL,
    documentUrl: '/api/v1/openapi.json',
    samplesOf: (operation) => samplesOf(operation, { site, ...SAMPLE_FACTS }),
    guides: [{ name: 'client', title: text.client, about: text.clientAbout }],
  };
}

interface ReferencePageProps {
  page: PageContext;
  reference: Reference;
}

export function ReferencePage({ page, reference, query }: ReferencePageProps & { query: string }) {
  const { title, lead } = reference.text;
  const head = { description: lead, canonicalUrl: `${page.site}${REFERENCE_URL}`, isIndexed: query === '' };
  return (
    <Page page={page} title={title} head={head} styleSheets={SHEETS}>
      <ReferenceIndex reference={reference} query={query} />
    </Page>
  );
}

interface PartPageProps extends ReferencePageProps {
  part: PartOfReference;
  /** The text of a guide. */
  html: string | null;
}

export function PartPage({ page, reference, part, html }: PartPageProps) {
  const canonicalUrl = `${page.site}${REFERENCE_URL}/${part.name}`;
  const head = { description: part.title, canonicalUrl, isIndexed: true };
  return (
    <Page page={page} title={`${part.title} · ${reference.text.title}`} head={head} styleSheets={SHEETS}>
      <ReferencePart reference={reference} part={part} html={html} />
    </Page>
  );
}
