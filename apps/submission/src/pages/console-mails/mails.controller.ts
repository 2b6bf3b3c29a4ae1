import { Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import type { Logger } from '@shipyard/platform/logger';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { FailedMails } from '../../mail';
import { LOGGER } from '../../runtime.module';
import { ConsoleController } from '../console/console-controller';
import { consoleUrl } from '../console/console-parts';
import { readPlace } from '../console/place';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { MailsPage } from './mails.views';

const ROWS = 50;

@ConsoleController('console/mails', 'admin')
export class MailsPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly mails: FailedMails,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query() { after, sent }: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const place = readPlace(after);
    const found = await this.mails.list(place && { endedAt: place.at, id: place.id }, ROWS + 1);
    const list = {
      mails: found.slice(0, ROWS),
      hasMore: found.length > ROWS,
      isFirst: place === null,
      notice: sent === 'yes' ? ('sent' as const) : sent === 'no' ? ('notSent' as const) : null,
    };
    this.pages.send(request, response, (page) => MailsPage({ page, caller, ...list }), { hasScripts: true });
  }

  @StudioForm()
  @Post(':mailId/send')
  async sendAgain(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('mailId') mailId: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    const isSent = isUUID(mailId) && (await this.mails.sendAgain(mailId));
    if (isSent) this.logger.info({ mail_id: mailId, admin_id: caller.accountId }, 'An admin lets a mail be sent again');
    response.redirect(303, `${consoleUrl('mails')}?sent=${isSent ? 'yes' : 'no'}`);
  }
}
