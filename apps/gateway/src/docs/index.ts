export { SAMPLE_FACTS } from './call-samples';
export { DocsFactsService } from './docs-facts.service';
export { bodyForBrowser, DocsHtml } from './docs-html';
export { DocsModule } from './docs.module';
export type { DocsFacts } from './page-text';
export { clientExample, curlExample, DOCS_PAGES, type DocsPage, type DocsPageName } from './pages';
export { referencePartText } from './reference-text';
export { answerText } from './served-text';
