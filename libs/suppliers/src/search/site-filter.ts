import type { SearchTerms } from '../contract/search-call';

const isOnSite = (host: string, sites: readonly string[]) =>
  sites.some((site) => host === site || host.endsWith(`.${site}`));

export function isWantedSite(
  host: string,
  { includeDomains, excludeDomains }: Pick<SearchTerms, 'includeDomains' | 'excludeDomains'>,
): boolean {
  return (includeDomains.length === 0 || isOnSite(host, includeDomains)) && !isOnSite(host, excludeDomains);
}

export function withSiteOperators({
  query,
  includeDomains,
  excludeDomains,
}: Pick<SearchTerms, 'query' | 'includeDomains' | 'excludeDomains'>): string {
  const included = includeDomains.map((site) => `site:${site}`).join(' OR ');
  const wanted = includeDomains.length > 1 ? `(${included})` : included;
  return [query, ...(wanted === '' ? [] : [wanted]), ...excludeDomains.map((site) => `-site:${site}`)].join(' ');
}
