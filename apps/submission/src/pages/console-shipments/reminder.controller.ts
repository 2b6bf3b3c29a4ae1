import { Get, Param, Post, Req, Res } from '@nestjs/common';
import type { HttpError } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { AddressReminders } from '../../shipments';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { PrizePage } from './prize.views';
import { filterOf, ShipmentsQuery, shipmentsUrl } from './shipments.query';

@ConsoleController('console/shipments/:slug/remind', 'fulfilment')
export class ReminderController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly query: ShipmentsQuery,
    private readonly reminders: AddressReminders,
  ) {}

  /** Where a reload or a log-in leads. */
  @Get()
  leave(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): void {
    response.redirect(303, shipmentsUrl(filterOf(request.query), slug));
  }

  @StudioForm()
  @Post()
  async remind(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    const before = await this.query.one(caller, slug);
    // The page of a program without a parcel has no such form.
    const refused = before.prize?.hardware ? await this.send(caller, before.slug) : null;
    const filter = filterOf(request.query);
    if (refused === null) return response.redirect(303, shipmentsUrl(filter, before.slug));
    const prize = await this.query.one(caller, slug);
    this.pages.send(
      request,
      response.status(refused.refusal?.row.status ?? 409),
      (page) => PrizePage({ page, caller, prize, filter, fields: {}, ...refused }),
      { hasScripts: true },
    );
  }

  private async send(caller: Caller, slug: string): Promise<{ refusal?: HttpError; lastSentAt?: Date } | null> {
    try {
      const outcome = await this.reminders.send(caller, slug);
      return outcome.isSent ? null : { lastSentAt: outcome.lastSentAt };
    } catch (error) {
      return { refusal: refusalOf(error) };
    }
  }
}
