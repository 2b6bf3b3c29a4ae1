import type { SitePageView } from '../../site-pages';
import type { PageContext } from '../page-context';

interface SitePageLinksProps {
  page: PageContext;
  lead: string;
  ids: readonly SitePageView['id'][];
}

/** Leads to pages about the site where a visitor has a reason to read them. */
export const SitePageLinks = ({ page, lead, ids }: SitePageLinksProps) => (
  <p className="ui-text">
    {lead}
    {ids.map((id, at) => (
      <span key={id}>
        {at > 0 ? ' · ' : lead.endsWith('：') ? '' : ' '}
        <a href={`/${id}`}>{page.words.sitePages.links[id]}</a>
      </span>
    ))}
  </p>
);
