import { createHash } from 'node:crypto';
import { Get, Query, Req, Res } from '@nestjs/common';
import { isSlug } from '@shipyard/contracts';
import { matchesEtag } from '@shipyard/http';
import { languageOf } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { type Caller, CurrentCaller } from '../../accounts';
import { readClaims } from '../../project-reads';
import { ConsoleController } from '../console/console-controller';
import { CATALOGS } from '../words/words';
import { heldByOf, heldText } from './held-by';

/** As many as a page of the queue has. */
const MOST = 60;

/** What the scripts of the queue ask for every two seconds. No project has the slug "new". */
@ConsoleController('console/reviews/new/live', 'reviewer')
export class LiveQueueController {
  constructor(private readonly dataSource: DataSource) {}

  /** Who holds each of these projects, in words, and its state. The ETag answers most calls. */
  @Get()
  async read(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query('slugs') slugs: unknown,
  ): Promise<void> {
    const words = CATALOGS[languageOf(request, caller.locale)];
    const asked = typeof slugs === 'string' ? slugs.split(',').slice(0, MOST).filter(isSlug) : [];
    const now = new Date();
    const projects = (await readClaims(this.dataSource.manager, asked)).map(({ slug, state, ...claim }) => {
      const heldBy = heldByOf(claim, caller);
      return {
        slug,
        state: words.studio.states[state],
        held: heldText(words, heldBy, claim.expiresAt, now),
        by: claim.by,
        until: claim.expiresAt,
        is_free: heldBy === null || heldBy === 'you',
      };
    });
    const etag = `"${createHash('sha256').update(JSON.stringify(projects)).digest('base64url').slice(0, 22)}"`;
    response.set({ 'cache-control': 'no-store', etag });
    if (matchesEtag(request.headers['if-none-match'], etag)) response.status(304).end();
    else response.json({ projects });
  }
}
