import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder, type VersionedRead } from '@shipyard/http';
import { DataSource } from 'typeorm';
import { PublicReads } from '../database/public-reads';
import { type Caller, type Locale, LOCALES } from '../accounts';
import { MarkdownRenderer } from '../markdown/markdown-renderer';
import { refuseUnrenderable } from '../markdown/unrenderable';
import { readText } from '../text/body';
import { defaultSource, defaultText, isPlaceholder } from './default-texts';
import { isSitePageId, SITE_PAGE_IDS, type SitePageId } from './site-page-ids';
import type { PutSitePageDto } from './site-pages.dto';
import type { ListedSitePageView, SitePageView } from './site-pages.view';

const MARKDOWN_LIMIT_BYTES = 256 * 1024;
const SHOWN_REVISIONS = 50;

/** A text as it was written. `revisionId`, `at` and `by` are null for the one that comes with the software. */
export interface SitePageSource {
  title: string;
  markdown: string;
  revisionId: string | null;
  at: Date | null;
  by: string | null;
}

export interface SitePageRevision {
  id: string;
  title: string;
  at: Date;
  /** Null: the account was deleted. */
  by: string | null;
}

/** What visitors read about the site. The operator writes it, and until then it says what the software does. */
@Injectable()
export class SitePagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: PublicReads,
    private readonly renderer: MarkdownRenderer,
  ) {}

  /** Throws NOT_FOUND. */
  async read(pageId: string, lang: Locale): Promise<VersionedRead<{ page: SitePageView }>> {
    const id = siteIdOf(pageId);
    const newest = await this.reads.query<{ id: string; lang: Locale }[]>(
      'SELECT DISTINCT ON (lang) id, lang FROM site_page_revisions WHERE page_id = $1 ORDER BY lang, id DESC',
      [id],
    );
    const own = newest.find((each) => each.lang === lang) ?? (isPlaceholder(id) ? newest[0] : undefined);
    if (!own) {
      const { updatedAt, ...text } = defaultText(id, lang);
      return {
        version: [lang, updatedAt.toISOString()],
        read: () => Promise.resolve({ page: { id, ...text, updated_at: updatedAt } }),
      };
    }
    return { version: [own.id], read: async () => ({ page: { id, ...(await this.revision(own.id)) } }) };
  }

  async list(): Promise<{ pages: ListedSitePageView[] }> {
    const revisions = await this.dataSource.query<
      { id: SitePageId; lang: Locale; title: string; at: Date; by: string | null }[]
    >(
      `SELECT page_id AS id, lang, title, at, nullif(account.handle, '') AS by
       FROM site_page_revisions revision JOIN accounts account ON account.id = actor_id ORDER BY revision.id DESC`,
    );
    const pages = SITE_PAGE_IDS.flatMap((id) => LOCALES.map((lang) => ({ id, lang })));
    return {
      pages: pages.map(({ id, lang }) => {
        const own = revisions.filter((each) => each.id === id && each.lang === lang);
        const [newest] = own;
        const { title, updatedAt } = newest ? { title: newest.title, updatedAt: newest.at } : defaultText(id, lang);
        return { id, lang, title, updated_at: updatedAt, revisions: own.map(({ at, by }) => ({ at, by })) };
      }),
    };
  }

  /** The present text, or an older one. Throws NOT_FOUND. */
  async source(pageId: string, lang: Locale, revisionId?: string): Promise<SitePageSource> {
    const id = siteIdOf(pageId);
    if (revisionId !== undefined && !REVISION_ID.test(revisionId)) throw noRevision();
    const [own] = await this.dataSource.query<(SitePageSource & { revisionId: string; at: Date })[]>(
      `SELECT revision.id AS "revisionId", title, markdown, at, nullif(account.handle, '') AS by
       FROM site_page_revisions revision JOIN accounts account ON account.id = actor_id
       WHERE page_id = $1 AND lang = $2 AND ($3::bigint IS NULL OR revision.id = $3) ORDER BY revision.id DESC LIMIT 1`,
      [id, lang, revisionId ?? null],
    );
    if (own) return own;
    if (revisionId !== undefined) throw noRevision();
    return { ...defaultSource(id, lang), revisionId: null, at: null, by: null };
  }

  /** The newest first. `before`: the id of the last that was shown. Throws NOT_FOUND. */
  async history(
    pageId: string,
    lang: Locale,
    before?: string,
  ): Promise<{ revisions: SitePageRevision[]; hasMore: boolean }> {
    if (before !== undefined && !REVISION_ID.test(before)) throw noRevision();
    const found = await this.dataSource.query<SitePageRevision[]>(
      `SELECT revision.id, title, at, nullif(account.handle, '') AS by
       FROM site_page_revisions revision JOIN accounts account ON account.id = actor_id
       WHERE page_id = $1 AND lang = $2 AND ($3::bigint IS NULL OR revision.id < $3) ORDER BY revision.id DESC LIMIT $4`,
      [siteIdOf(pageId), lang, before ?? null, SHOWN_REVISIONS + 1],
    );
    return { revisions: found.slice(0, SHOWN_REVISIONS), hasMore: found.length > SHOWN_REVISIONS };
  }

  /** Renders like `put`, and stores nothing. */
  async preview(caller: Caller, markdown: string): Promise<string> {
    const text = readText('markdown', markdown, MARKDOWN_LIMIT_BYTES);
    const rendering = this.renderer.startChargedRendering(caller.accountId);
    return (await rendering.render(text, new Map()).catch(refuseUnrenderable('markdown'))).html;
  }

  /** Throws NOT_FOUND. */
  async put(
    caller: Caller,
    recorder: ResponseRecorder,
    pageId: string,
    { lang, title, markdown }: PutSitePageDto,
  ): Promise<{ page: SitePageView }> {
    const id = siteIdOf(pageId);
    const text = readText('markdown', markdown, MARKDOWN_LIMIT_BYTES);
    const rendering = this.renderer.startChargedRendering(caller.accountId);
    const { html } = await rendering.render(text, new Map()).catch(refuseUnrenderable('markdown'));
    return this.dataSource.transaction(async (manager) => {
      const [written] = await manager.query<{ at: Date }[]>(
        `INSERT INTO site_page_revisions (page_id, lang, title, markdown, html, actor_id)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING at`,
        [id, lang, title, text, html, caller.accountId],
      );
      if (!written) throw new Error('The text was not written');
      return recorder.record(manager, { page: { id, title, html, updated_at: written.at } });
    });
  }

  private async revision(revisionId: string): Promise<Omit<SitePageView, 'id'>> {
    const [text] = await this.reads.query<{ title: string; html: string; updated_at: Date }[]>(
      'SELECT title, html, at AS updated_at FROM site_page_revisions WHERE id = $1',
      [revisionId],
    );
    if (!text) throw new Error('A text of the site is gone');
    return text;
  }
}

const REVISION_ID = /^[1-9]\d{0,17}$/;

const noRevision = () => envelopeErrors.NOT_FOUND({ message: 'This page has no such text in this language.' });

function siteIdOf(pageId: string): SitePageId {
  if (isSitePageId(pageId)) return pageId;
  throw envelopeErrors.NOT_FOUND({ message: `There is no such page. The pages are ${SITE_PAGE_IDS.join(', ')}.` });
}
