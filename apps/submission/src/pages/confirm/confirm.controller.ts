import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { TokenOptional } from '@shipyard/auth';
import { OutsideApi, OwnBody } from '@shipyard/http';
import { readPageForm } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { EmailConfirmation } from '../../email-confirmation';
import { LimitedBy } from '../../limits/rate-limits';
import { LinkUsed } from '../link-used';
import { Done, OneButton } from '../one-button';
import { tokenInQuery, withToken } from '../mail-token';
import { PageRenderer } from '../page-renderer';

@OutsideApi()
@TokenOptional()
@Controller('confirm')
export class ConfirmPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly confirmation: EmailConfirmation,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response): void {
    const token = tokenInQuery(request);
    if (token === null) return this.refuse(request, response);
    const action = withToken('/confirm', token);
    this.pages.send(request, response, (page) => {
      const { confirm: words } = page.words;
      return OneButton({ page, words, button: words.confirm, action });
    });
  }

  @OwnBody()
  @LimitedBy('confirmations')
  @Post()
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    await readPageForm(request, response);
    const token = tokenInQuery(request);
    if (token === null || !(await this.confirmation.confirm(token))) return this.refuse(request, response);
    response.redirect(303, '/confirm/done');
  }

  @Get('done')
  done(@Req() request: Request, @Res() response: Response): void {
    this.pages.send(request, response, (page) => Done({ page, words: page.words.confirm.done }));
  }

  private refuse(request: Request, response: Response): void {
    this.pages.send(request, response.status(410), (page) => LinkUsed({ page }));
  }
}
