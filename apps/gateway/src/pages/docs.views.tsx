import { WrittenHtml } from '@shipyard/ui';
import { DOCS_PAGES } from '../docs';
import { Page, type PageContext } from './page';
import { type DocsPage as DocsPageRow, docsWordsOf } from './words/words';

/** The list of all pages of the documentation. */
export function DocsIndexPage({ page }: { page: PageContext }) {
  const { docs: text } = page.words;
  const head = { description: text.lead, canonicalUrl: `${page.site}/docs`, isIndexed: true };
  return (
    <Page page={page} title={text.title} head={head}>
      <div className="ui-column">
        <h1 className="ui-headline-title">{text.title}</h1>
        <p className="ui-headline-lead">{text.lead}</p>
        {text.otherLanguage && <p className="ui-small">{text.otherLanguage}</p>}
        <ul className="ui-doc-list">
          {DOCS_PAGES.map((each) => {
            const { title, about } = docsWordsOf(each, page.language);
            return (
              <li key={each.name}>
                <a href={`/docs/${each.name}`}>{title}</a>
                <p>{about}</p>
              </li>
            );
          })}
        </ul>
      </div>
    </Page>
  );
}

interface DocsPageProps {
  page: PageContext;
  docsPage: DocsPageRow;
  /** The body, made from its Markdown. */
  html: string;
}

/** A page of the documentation: its text on a sheet, and the list of the others beside it. */
export function DocsPage({ page, docsPage, html }: DocsPageProps) {
  const { docs: text } = page.words;
  const { name } = docsPage;
  const { title, about } = docsWordsOf(docsPage, page.language);
  const head = { description: about, canonicalUrl: `${page.site}/docs/${name}`, isIndexed: true };
  return (
    <Page page={page} title={title} head={head} styleSheets={['written']}>
      <div className="ui-doc-columns">
        <article>
          <h1 className="ui-headline-title">{title}</h1>
          <p className="ui-headline-lead">{about}</p>
          {text.otherLanguage && <p className="ui-small">{text.otherLanguage}</p>}
          <div className="ui-doc" lang="en">
            <WrittenHtml html={html} />
          </div>
          <p>
            <a className="ui-beside" href={`/docs/${name}.md`}>
              {text.asMarkdown}
            </a>
          </p>
        </article>
        <nav className="ui-doc-nav ui-screen-only" aria-label={text.pages}>
          <ul>
            {DOCS_PAGES.map((each) => (
              <li key={each.name}>
                <a href={`/docs/${each.name}`} aria-current={each === docsPage ? 'page' : undefined}>
                  {docsWordsOf(each, page.language).title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Page>
  );
}
