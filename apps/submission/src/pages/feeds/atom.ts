import { escapeHtml } from '@shipyard/markdown';
import { assetUrl, type LogEntryRow, type LogFeedRow, type WallEntryRow } from '../../project-reads';
import { logUrl } from '../project/log-url';
import { absoluteUrls } from './absolute-urls';
import { escapeXml } from './xml';

/** The `updated` of a feed without entries, which Atom requires. */
const NEVER = new Date(0);

interface Feed {
  title: string;
  /** Its path, and that of the page that shows the same. */
  path: string;
  pagePath: string;
  updatedAt: Date;
}

interface Entry {
  id: string;
  title: string;
  path: string;
  createdAt: Date;
  author: { displayName: string; handle: string };
  tags?: string[];
  content: string;
}

export function wallFeed(entries: WallEntryRow[], site: string): string {
  const feed = {
    title: 'Shipyard: new projects and logs',
    path: '/feed.atom',
    pagePath: '/',
    updatedAt: newestOf(entries) ?? NEVER,
  };
  return atomFeed(
    feed,
    entries.map((row) => toWallEntry(row)),
    site,
  );
}

export function logFeed({ project, logs }: { project: LogFeedRow; logs: LogEntryRow[] }, site: string): string {
  const pagePath = `/projects/${project.slug}`;
  const feed = {
    title: `Logs of ${project.name}`,
    path: `${pagePath}/feed.atom`,
    pagePath,
    updatedAt: newestOf(logs) ?? project.createdAt,
  };
  const entries = logs.map(({ id, sequence, title, html, images, createdAt }) => {
    const path = logUrl(project.slug, sequence);
    const base = escapeXml(`${site}${path}`);
    const content = `<content type="html" xml:base="${base}">${escapeXml(absoluteUrls(html + photosBeside(html, images), site))}</content>`;
    return { id, title, path, createdAt, author: project, content };
  });
  return atomFeed(feed, entries, site);
}

/** The photos that the text does not show itself, as the page has them below it. */
const photosBeside = (html: string, images: LogEntryRow['images']): string =>
  images
    .filter(([assetId]) => !html.includes(assetId))
    .map(
      ([assetId, extension, caption]) =>
        `<p><img src="${assetUrl(assetId, extension)}" alt="${escapeHtml(caption)}" /></p>`,
    )
    .join('');

function toWallEntry(row: WallEntryRow): Entry {
  const { logId, projectId, slug, name, createdAt, tags } = row;
  const isLog = logId !== null;
  const summary = isLog ? (row.text ?? '') : row.tagline;
  return {
    id: logId ?? projectId,
    title: isLog ? `${name}: ${row.title}` : name,
    path: row.sequence === null ? `/projects/${slug}` : logUrl(slug, row.sequence),
    createdAt,
    author: row,
    tags,
    content: summary === '' ? '' : `<summary>${escapeXml(summary)}</summary>`,
  };
}

function atomFeed({ title, path, pagePath, updatedAt }: Feed, entries: Entry[], site: string): string {
  const [self, page] = [escapeXml(`${site}${path}`), escapeXml(`${site}${pagePath}`)];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${self}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<link rel="self" type="application/atom+xml" href="${self}"/>`,
    `<link rel="alternate" type="text/html" href="${page}"/>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    '<generator>Shipyard</generator>',
    ...entries.map((entry) => atomEntry(entry, site)),
    '</feed>',
    '',
  ].join('\n');
}

function atomEntry({ id, title, path, createdAt, author, tags = [], content }: Entry, site: string): string {
  const time = createdAt.toISOString();
  const creator = escapeXml(`${site}/creators/${author.handle}`);
  return [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${site}${path}`)}"/>`,
    `<author><name>${escapeXml(author.displayName)}</name><uri>${creator}</uri></author>`,
    `<published>${time}</published>`,
    `<updated>${time}</updated>`,
    ...tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    ...(content === '' ? [] : [content]),
    '</entry>',
  ].join('\n');
}

function newestOf(rows: { createdAt: Date }[]): Date | undefined {
  return rows[0]?.createdAt;
}
