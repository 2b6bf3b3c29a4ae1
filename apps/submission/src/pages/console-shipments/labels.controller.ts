import { Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { languageOf, refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { assertFreshSecondFactor, type Caller, CurrentCaller } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { LabelsService } from './labels.service';
import { tickedIn } from './parcels.views';
import { PrizePage } from './prize.views';
import { refusalText } from './refusal-text';
import { filterOf, ROWS, ShipmentsQuery, shipmentsUrl } from './shipments.query';
import { ShipmentsPage } from './shipments.views';

/** No cache keeps addresses, and the file may load nothing. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-robots-tag': 'noindex',
};

/** Labels with addresses, as PDF. They are a POST, as each look at an address is. No project has the slug "new". */
@ConsoleController('console/shipments', 'fulfilment')
export class ShipmentLabelsController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly query: ShipmentsQuery,
    private readonly labels: LabelsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  /** Where a reload or a log-in leads. */
  @Get('new/labels')
  leaveMany(@Req() request: Request, @Res() response: Response): void {
    response.redirect(303, shipmentsUrl(filterOf(request.query)));
  }

  @Get(':slug/label')
  leaveOne(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): void {
    response.redirect(303, shipmentsUrl(filterOf(request.query), slug));
  }

  /** Takes the ticked rows, and `slugs` when the second factor was asked for in between. */
  @StudioForm({ keeps: { slugs: null } })
  @Post('new/labels')
  @HttpCode(200)
  async many(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const fields = await this.forms.read(request, response);
    const slugs = [...tickedIn(fields), ...(fields.slugs ?? '').split(' ').filter((slug) => slug !== '')].slice(
      0,
      ROWS,
    );
    request.formFields = { slugs: slugs.join(' ') };
    assertFreshSecondFactor(caller, this.config);
    if (slugs.length === 0) return this.refuseMany(request, response, { caller, status: 400 });
    try {
      this.send(
        response,
        await this.labels.draw({ caller, slugs, paper: 'A4', language: languageFor(request, caller) }),
      );
    } catch (error) {
      const refusal = refusalOf(error);
      await this.refuseMany(request, response, { caller, status: refusal.row.status, refusal });
    }
  }

  @StudioForm()
  @Post(':slug/label')
  @HttpCode(200)
  async one(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    assertFreshSecondFactor(caller, this.config);
    const prize = await this.query.one(caller, slug);
    const slugs = [prize.slug];
    try {
      this.send(
        response,
        await this.labels.draw({ caller, slugs, paper: 'A6', language: languageFor(request, caller) }),
      );
    } catch (error) {
      const refusal = refusalOf(error);
      const filter = filterOf(request.query);
      this.pages.send(
        request,
        response.status(refusal.row.status),
        (page) => PrizePage({ page, caller, prize, filter, fields: {}, refusal }),
        { hasScripts: true },
      );
    }
  }

  private async refuseMany(
    request: Request,
    response: Response,
    { caller, status, refusal }: { caller: Caller; status: number; refusal?: ReturnType<typeof refusalOf> },
  ): Promise<void> {
    const list = await this.query.list(filterOf(request.query));
    this.pages.send(
      request,
      response.status(status),
      (page) => {
        const problem = refusal ? refusalText(page.words, refusal) : page.words.consoleParcels.tickFirst;
        return ShipmentsPage({ page, caller, list, problem });
      },
      { hasScripts: true },
    );
  }

  private send(response: Response, pdf: Buffer): void {
    response.set(HEADERS).set('content-disposition', 'inline; filename="labels.pdf"').type('application/pdf').send(pdf);
  }
}

const languageFor = (request: Request, caller: Caller) => languageOf(request, caller.locale);
