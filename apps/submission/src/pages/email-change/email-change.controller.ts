import { Get, Controller, Param, Post, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, OwnBody } from '@shipyard/http';
import { readPageForm } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { EmailChanges } from '../../email-change';
import { LimitedBy } from '../../limits/rate-limits';
import { LinkUsed } from '../link-used';
import { tokenInQuery } from '../mail-token';
import { Done } from '../one-button';
import { PageRenderer } from '../page-renderer';
import { EmailChangePage } from './email-change.views';

const OUTCOMES = ['waiting', 'changed', 'refused'] as const;

/** What the links of both mails open. Nothing happens until a button is pressed, because mail scanners open links. */
@OutsideApi()
@TokenOptional()
@Controller('email-change')
export class EmailChangePageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly changes: EmailChanges,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const token = tokenInQuery(request);
    const change = token === null ? null : await this.changes.find(token);
    if (token === null || change === null) return this.refuse(request, response);
    this.pages.send(request, response, (page) => EmailChangePage({ page, change, token }));
  }

  @OwnBody()
  @LimitedBy('confirmations')
  @Post()
  async decide(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { decision } = await readPageForm(request, response);
    const token = tokenInQuery(request);
    const isKnown = decision === 'confirm' || decision === 'refuse';
    const outcome = token !== null && isKnown ? await this.changes.decide(token, decision === 'confirm') : null;
    if (outcome === null) return this.refuse(request, response);
    response.redirect(303, `/email-change/${outcome}`);
  }

  @Get(':outcome')
  done(@Req() request: Request, @Res() response: Response, @Param('outcome') asked: string): void {
    const outcome = OUTCOMES.find((known) => known === asked);
    if (outcome === undefined) return this.refuse(request, response);
    this.pages.send(request, response, (page) => Done({ page, words: page.words.emailChange[outcome] }));
  }

  private refuse(request: Request, response: Response): void {
    this.pages.send(request, response.status(410), (page) => LinkUsed({ page }));
  }
}
