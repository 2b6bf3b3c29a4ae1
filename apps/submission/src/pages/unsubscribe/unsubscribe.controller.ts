import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, OwnBody } from '@shipyard/http';
import type { Request, Response } from 'express';
import { MailOptOut } from '../../mail';
import { LinkUsed } from '../link-used';
import { Done, OneButton } from '../one-button';
import { tokenInQuery, withToken } from '../mail-token';
import { PageRenderer } from '../page-renderer';

@OutsideApi()
@TokenOptional()
@Controller('unsubscribe')
export class UnsubscribePageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly optOut: MailOptOut,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const token = tokenInQuery(request);
    if (token === null) return this.refuse(request, response);
    const action = withToken('/unsubscribe', token);
    this.pages.send(request, response, (page) => {
      const { unsubscribe: words } = page.words;
      return OneButton({ page, words, button: words.stop, action });
    });
  }

  /**
   * Also called by mail clients (RFC 8058). They send any kind of form, from anywhere, and follow no redirect. The token
   * is all that counts, so the body is not read.
   */
  @OwnBody()
  @Post()
  async stop(@Req() request: Request, @Res() response: Response): Promise<void> {
    const token = tokenInQuery(request);
    if (token === null || !(await this.optOut.stop(token))) return this.refuse(request, response);
    this.pages.send(request, response.status(200), (page) => Done({ page, words: page.words.unsubscribe.done }));
  }

  private refuse(request: Request, response: Response): void {
    this.pages.send(request, response.status(410), (page) => LinkUsed({ page }));
  }
}
