import { Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { assertFreshSecondFactor, type Caller, CurrentCaller } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { ShipmentsService } from '../../shipments';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { ConsoleController } from '../console/console-controller';
import { AddressPage } from './address.views';
import { PrizePage } from './prize.views';
import { filterOf, ShipmentsQuery, shipmentsUrl } from './shipments.query';

const SHOWN_SECONDS = 120;

/** A look at an address is a POST: nothing that only follows links makes one, and no address of a page names it. */
@ConsoleController('console/shipments/:slug/address', 'fulfilment')
export class ShipmentAddressController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly query: ShipmentsQuery,
    private readonly shipments: ShipmentsService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  /** Where a reload or a log-in leads. */
  @Get()
  leave(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): void {
    response.redirect(303, shipmentsUrl(filterOf(request.query), slug));
  }

  @StudioForm()
  @Post()
  @HttpCode(200)
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    assertFreshSecondFactor(caller, this.config);
    const prize = await this.query.one(caller, slug);
    const filter = filterOf(request.query);
    try {
      const { shipment } = await this.shipments.read(caller, slug);
      // Hides it without a script too.
      response.set('refresh', `${SHOWN_SECONDS}; url=${shipmentsUrl(filter, prize.slug)}`);
      this.pages.send(request, response, (page) => AddressPage({ page, caller, prize, filter, shipment }), {
        hasScripts: true,
      });
    } catch (error) {
      const refusal = refusalOf(error);
      const fields = {};
      this.pages.send(
        request,
        response.status(refusal.row.status),
        (page) => PrizePage({ page, caller, prize, filter, fields, refusal }),
        { hasScripts: true },
      );
    }
  }
}
