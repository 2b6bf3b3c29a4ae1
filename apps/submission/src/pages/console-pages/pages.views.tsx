import { CsrfField, FormErrors, LANG_OF, type Language, LocalTime, otherLanguageOf } from '@shipyard/pages';
import { Button, Field, PersonText, Table, TextField, WrittenHtml } from '@shipyard/ui';
import type { Caller } from '../../accounts';
import { isSitePageId, type ListedSitePageView, type SitePageRevision } from '../../site-pages';
import { ConsolePage } from '../console/console-page';
import { consoleUrl } from '../console/console-parts';
import type { PageContext } from '../page-context';

export type PageField = 'title' | 'markdown';

export interface EditedPage {
  pageId: string;
  lang: Language;
  title: string;
  markdown: string;
  history: { revisions: SitePageRevision[]; hasMore: boolean };
  /** The id of the revision that the history goes on behind. */
  before?: string;
  /** What visitors would see, if it was asked for. */
  previewHtml?: string;
  wrong: readonly PageField[];
  notice: 'saved' | 'older' | null;
}

interface ListProps {
  page: PageContext;
  caller: Caller;
  listed: ListedSitePageView[];
}

export function PagesListPage({ page, caller, listed }: ListProps) {
  const words = page.words.consolePages;
  return (
    <ConsolePage page={page} caller={caller} part="pages" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <Table
        label={words.title}
        caption={words.lead}
        rows={listed}
        keyOf={({ id, lang }) => `${id} ${lang}`}
        columns={[
          {
            name: words.page,
            cell: ({ id, lang }) => (
              <a href={consoleUrl('pages', id, lang)}>{words.named(words.names[id], words.languages[lang])}</a>
            ),
          },
          { name: words.language, cell: ({ lang }) => words.languages[lang] },
          {
            name: words.heading,
            cell: ({ lang, title }) => (
              <span lang={LANG_OF[lang]}>
                <PersonText text={title} />
              </span>
            ),
          },
          {
            name: words.changed,
            cell: ({ revisions: [newest] }) =>
              newest ? (
                <>
                  <LocalTime page={page} time={newest.at} /> {byText(page, newest.by)}
                </>
              ) : (
                words.withSoftware
              ),
          },
        ]}
      />
    </ConsolePage>
  );
}

const byText = ({ words: { consolePages } }: PageContext, by: string | null) =>
  by === null ? consolePages.byDeleted : consolePages.writtenBy(by);

interface EditProps {
  page: PageContext;
  caller: Caller;
  edited: EditedPage;
}

export function EditedPagePage({ page, caller, edited }: EditProps) {
  const words = page.words.consolePages;
  const { pageId, lang, wrong, notice } = edited;
  const name = isSitePageId(pageId) ? words.names[pageId] : pageId;
  const title = words.named(name, words.languages[lang]);
  const other = otherLanguageOf(lang);
  return (
    <ConsolePage page={page} caller={caller} part="pages" title={title} isError={wrong.length > 0}>
      <div className="ui-column">
        <p>
          <a href={consoleUrl('pages')}>{words.backToList}</a> ·{' '}
          <a href={consoleUrl('pages', pageId, other)}>{words.other(words.languages[other])}</a> ·{' '}
          <a href={`/${pageId}?lang=${lang}`}>{words.publicPage}</a>
        </p>
        <h1 className="ui-title">{title}</h1>
        {notice !== null && <p role="status">{words[notice]}</p>}
        <EditForm page={page} edited={edited} />
        <Preview page={page} edited={edited} />
        <History page={page} edited={edited} />
      </div>
    </ConsolePage>
  );
}

type PartProps = Omit<EditProps, 'caller'>;

function EditForm({ page, edited: { pageId, lang, title, markdown, wrong } }: PartProps) {
  const words = page.words.consolePages;
  const messages = {
    title: wrong.includes('title') ? words.errors.title : undefined,
    markdown: wrong.includes('markdown') ? words.errors.markdown : undefined,
  };
  const action = consoleUrl('pages', pageId, lang);
  return (
    <>
      <FormErrors words={page.words} messages={messages} labels={{ title: words.heading, markdown: words.markdown }} />
      <form className="ui-sheet ui-fields" method="post" action={action} noValidate>
        <CsrfField page={page} />
        <Field
          name="title"
          label={words.heading}
          hint={words.titleHint}
          value={title}
          error={messages.title}
          autoComplete="off"
          isRequired
        />
        <TextField
          name="markdown"
          label={words.markdown}
          hint={words.markdownHint}
          value={markdown}
          error={messages.markdown}
          rows={24}
          autoComplete="off"
        />
        <div className="ui-buttons">
          <Button>{words.save}</Button>
          <button className="ui-button ui-button-secondary" type="submit" formAction={`${action}/preview`}>
            {words.preview}
          </button>
        </div>
      </form>
    </>
  );
}

function Preview({ page, edited: { lang, title, previewHtml } }: PartProps) {
  const words = page.words.consolePages;
  if (previewHtml === undefined) return null;
  return (
    <section className="ui-section" aria-labelledby="preview">
      <h2 className="ui-section-title" id="preview">
        {words.previewTitle}
      </h2>
      <p className="ui-hint" role="status">
        {words.previewLead}
      </p>
      <div lang={LANG_OF[lang]}>
        <p className="ui-lead">
          <PersonText text={title} />
        </p>
        <WrittenHtml html={previewHtml} />
      </div>
    </section>
  );
}

function History({ page, edited: { pageId, lang, before, history } }: PartProps) {
  const words = page.words.consolePages;
  const { revisions, hasMore } = history;
  const url = consoleUrl('pages', pageId, lang);
  const last = revisions.at(-1);
  return (
    <section className="ui-section">
      <h2 className="ui-section-title">{words.history}</h2>
      {revisions.length === 0 && <p className="ui-text">{words.noHistory}</p>}
      <ul className="ui-decision-history">
        {revisions.map(({ id, title, at, by }, index) => (
          <li key={id}>
            <a href={`${url}?revision=${id}`}>{words.open(title)}</a> <LocalTime page={page} time={at} />{' '}
            {byText(page, by)} {index === 0 && before === undefined && <strong>{words.present}</strong>}
          </li>
        ))}
      </ul>
      {hasMore && last && <a href={`${url}?before=${last.id}`}>{words.olderOnes}</a>}
    </section>
  );
}
