import { escapeXml } from './xml';

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export const URL_SET = { open: `${DECLARATION}<urlset ${NAMESPACE}>\n`, close: '</urlset>\n' };

export function sitemapUrl(url: string, changedAt: Date | null = null): string {
  const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${escapeXml(url)}</loc>${changed}</url>\n`;
}

export function sitemapIndex(urls: string[]): string {
  const parts = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`);
  return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${parts.join('')}</sitemapindex>\n`;
}

/** Forms and the studio are of no use to a search engine. The API is, for the images of pages. */
export function robotsText(site: string): string {
  const closed = ['/api/', '/studio', '/login', '/logout', '/reset', '/confirm', '/unsubscribe', '/styleguide'];
  return [
    'User-agent: *',
    'Allow: /api/v1/assets/',
    'Allow: /api/v1/foreign-images/',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site}/sitemap.xml`,
    '',
  ].join('\n');
}
