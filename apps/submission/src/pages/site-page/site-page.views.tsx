import { longDate, Time, utcDayOf } from '@shipyard/pages';
import { PersonText, WrittenHtml } from '@shipyard/ui';
import type { SitePageView } from '../../site-pages';
import { Page } from '../page';
import type { PageContext } from '../page-context';

export function SitePage({ page, content }: { page: PageContext; content: SitePageView }) {
  const { words, site, language } = page;
  const head = { canonicalUrl: `${site}/${content.id}`, isIndexed: true };
  return (
    <Page page={page} title={content.title} head={head} styleSheets={['written']}>
      <div className="ui-column">
        <div className="ui-headline">
          <h1 className="ui-headline-title">
            <PersonText text={content.title} />
          </h1>
          <p className="ui-headline-facts ui-count">
            <Time time={content.updated_at}>
              {words.sitePages.changed(longDate(language, utcDayOf(content.updated_at)))}
            </Time>
          </p>
        </div>
        <WrittenHtml html={content.html} />
      </div>
    </Page>
  );
}
