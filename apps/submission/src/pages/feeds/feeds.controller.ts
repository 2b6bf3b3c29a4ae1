import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, RequestFault } from '@shipyard/http';
import { sendVersioned, type VersionedText } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { CONFIG, type HttpConfig, publicUrlOf } from '../../config';
import { LimitedBy } from '../../limits/rate-limits';
import type { SitemapPlace } from '../../project-reads';
import { logFeed, wallFeed } from './atom';
import { FeedsQuery } from './feeds.query';
import { robotsText, sitemapIndex, sitemapUrl, URL_SET } from './sitemap';

const ATOM = 'application/atom+xml; charset=utf-8';
const XML = 'application/xml; charset=utf-8';
const FEED_CACHING = 'public, max-age=300';
const SITEMAP_CACHING = 'public, max-age=3600';
const PART_NUMBER = /^[1-9]\d{0,4}$/;

@OutsideApi()
@TokenOptional()
@Controller()
export class FeedsController {
  private readonly site: string;

  constructor(
    private readonly feeds: FeedsQuery,
    @Inject(CONFIG) config: HttpConfig,
  ) {
    this.site = publicUrlOf(config).replace(/\/$/, '');
  }

  @Get('feed.atom')
  async wall(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { version, read } = await this.feeds.wall();
    await sendVersioned(request, response, {
      contentType: ATOM,
      version: [this.site, ...version],
      cacheControl: FEED_CACHING,
      read: async () => wallFeed(await read(), this.site),
    });
  }

  @Get('projects/:slug/feed.atom')
  async project(@Param('slug') slug: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { version, read } = await this.feeds.logs(slug);
    await sendVersioned(request, response, {
      contentType: ATOM,
      version: [this.site, ...version],
      cacheControl: FEED_CACHING,
      read: async () => {
        const feed = await read();
        if (feed.project.isUnlisted) response.set('x-robots-tag', 'noindex');
        return logFeed(feed, this.site);
      },
    });
  }

  @LimitedBy('sitemaps')
  @Get('sitemap.xml')
  async sitemap(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { version, isSplit } = await this.feeds.sitemap();
    await this.sendSitemap(request, response, version, async () => {
      if (!isSplit) return this.urlSet(null);
      const starts = await this.feeds.partStarts();
      return sitemapIndex(starts.map((_, at) => `${this.site}/sitemap-${at + 1}.xml`));
    });
  }

  @LimitedBy('sitemaps')
  @Get('sitemap-:number.xml')
  async sitemapPart(
    @Param('number') number: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { version } = await this.feeds.sitemap();
    const start = PART_NUMBER.test(number) ? (await this.feeds.partStarts())[Number(number) - 1] : undefined;
    if (start === undefined) throw new RequestFault({ kind: 'route_unknown' });
    await this.sendSitemap(request, response, version, () => Promise.resolve(this.urlSet(start)));
  }

  @Get('robots.txt')
  async robots(@Req() request: Request, @Res() response: Response): Promise<void> {
    await sendVersioned(request, response, {
      contentType: 'text/plain; charset=utf-8',
      version: [this.site],
      cacheControl: SITEMAP_CACHING,
      read: () => Promise.resolve(robotsText(this.site)),
    });
  }

  private sendSitemap(
    request: Request,
    response: Response,
    version: (string | number)[],
    read: VersionedText['read'],
  ): Promise<void> {
    return sendVersioned(request, response, {
      contentType: XML,
      version: [this.site, ...version],
      cacheControl: SITEMAP_CACHING,
      read,
    });
  }

  private async *urlSet(start: SitemapPlace | null): AsyncGenerator<string> {
    yield URL_SET.open;
    for await (const entries of this.feeds.part(start))
      yield entries.map(({ path, changedAt }) => sitemapUrl(`${this.site}${path}`, changedAt)).join('');
    yield URL_SET.close;
  }
}
