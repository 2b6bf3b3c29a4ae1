import { type OpenApiDocument, samplesOf } from '@shipyard/http';
import { type PartOfReference, type Reference, REFERENCE_SHEETS, ReferenceIndex, ReferencePart } from '@shipyard/pages';
import { SAMPLE_FACTS } from '../docs';
import { Page, type PageContext } from './page';

const REFERENCE_URL = '/docs/reference';

export function referenceFor({ words: { reference: text }, site }: PageContext, document: OpenApiDocument): Reference {
  return {
    ...{ text, document },
    url: REFERENCE_URL,
    documentUrl: '/v1/openapi.json',
    samplesOf: (operation) => samplesOf(operation, { site, ...SAMPLE_FACTS }),
    guides: [],
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
    <Page page={page} title={title} head={head} styleSheets={REFERENCE_SHEETS}>
      <ReferenceIndex reference={reference} query={query} />
    </Page>
  );
}

export function PartPage({ page, reference, part }: ReferencePageProps & { part: PartOfReference }) {
  const canonicalUrl = `${page.site}${REFERENCE_URL}/${part.name}`;
  const head = { description: part.title, canonicalUrl, isIndexed: true };
  return (
    <Page page={page} title={`${part.title} · ${reference.text.title}`} head={head} styleSheets={REFERENCE_SHEETS}>
      <ReferencePart reference={reference} part={part} html={null} />
    </Page>
  );
}
