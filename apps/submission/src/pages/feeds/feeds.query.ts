import { Inject, Injectable } from '@nestjs/common';
import { PublicReads } from '../../database/public-reads';
import { childrenBornAfter } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import {
  findPartEnds,
  findWallPlaces,
  LISTED_PAGES,
  measureSitemap,
  projectReadErrors,
  ProjectReadsService,
  readLogFeed,
  readWallEntries,
  type SitemapPlace,
} from '../../project-reads';
import { SITE_PAGE_IDS } from '../../site-pages';

const SUMMARY_CHARACTERS = 500;
/** The most that the protocol allows in one file. */
const PART_URLS = 50_000;
const PAGE_URLS = 1_000;
const OWN_PATHS = ['/', '/programs', '/assistants', ...SITE_PAGE_IDS.map((id) => `/${id}`)];

export interface SitemapEntry {
  path: string;
  changedAt: Date | null;
}

@Injectable()
export class FeedsQuery {
  constructor(
    private readonly reads: PublicReads,
    private readonly projects: ProjectReadsService,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'GUARDIAN_CONSENT_BELOW'>,
  ) {}

  async wall() {
    const places = await findWallPlaces(this.reads, this.bornAfter());
    return { version: places.flat(), read: () => readWallEntries(this.reads, places, SUMMARY_CHARACTERS) };
  }

  /** Throws PROJECT_NOT_FOUND for a private project too, also when its owner asks, and for one that no feed may show. */
  async logs(slug: string) {
    const { projectId, version } = await this.projects.visibleProject(slug, null);
    const read = async () => {
      const feed = await readLogFeed(this.reads, projectId, this.bornAfter());
      if (!feed) throw projectReadErrors.PROJECT_NOT_FOUND();
      return feed;
    };
    return { version, read };
  }

  async sitemap() {
    const { urls, version } = await measureSitemap(this.reads, this.bornAfter());
    return { version: [version, urls], isSplit: urls + OWN_PATHS.length > PART_URLS };
  }

  /** Where each part begins: after the last URL of the part before. The first part has the paths of the site too. */
  async partStarts(): Promise<(SitemapPlace | null)[]> {
    return [null, ...(await findPartEnds(this.reads, PART_URLS - OWN_PATHS.length, this.bornAfter()))];
  }

  /** Reads page by page, so that neither a connection nor all URLs are held while a client reads. */
  async *part(start: SitemapPlace | null): AsyncGenerator<SitemapEntry[]> {
    if (start === null) yield OWN_PATHS.map((path) => ({ path, changedAt: null }));
    const bornAfter = this.bornAfter();
    const from = start ?? { kind: 0, key: '' };
    let left = PART_URLS - OWN_PATHS.length;
    for (const [kind, { path, read }] of LISTED_PAGES.entries()) {
      if (kind < from.kind) continue;
      let after = kind === from.kind ? from.key : '';
      for (;;) {
        const rows = await read(this.reads, after, Math.min(PAGE_URLS, left), bornAfter);
        if (rows.length > 0) yield rows.map(({ key, changedAt }) => ({ path: `${path}${key}`, changedAt }));
        left -= rows.length;
        if (left <= 0) return;
        if (rows.length < PAGE_URLS) break;
        after = rows.at(-1)?.key ?? after;
      }
    }
  }

  private bornAfter(): string {
    return childrenBornAfter(this.config);
  }
}
