import { Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FormFields } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import type { Words } from '../words/words';
import { readParcels } from './parcel-lines';
import { type CheckedParcel, ParcelsService } from './parcels.service';
import { ParcelsPage, tickedIn } from './parcels.views';
import { filterOf, ShipmentsQuery, shipmentsUrl } from './shipments.query';
import { ShipmentsPage } from './shipments.views';

/** The list as it was typed, and as it was read. */
const LIMIT_BYTES = 128 * 1024;
const KEEPS = { parcels: ({ consoleShipments }: Words) => consoleShipments.many.list };

/** No project has the slug "new". */
@ConsoleController('console/shipments/new', 'fulfilment')
export class ParcelsPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly parcels: ParcelsService,
    private readonly query: ShipmentsQuery,
  ) {}

  /** Where a reload or a log-in leads. */
  @Get('list')
  leave(@Req() request: Request, @Res() response: Response): void {
    response.redirect(303, shipmentsUrl(filterOf(request.query)));
  }

  /** Back from the check: the list, with what was typed and ticked. */
  @StudioForm({ limitBytes: LIMIT_BYTES, keeps: { typed: KEEPS.parcels } })
  @Post('list')
  @HttpCode(200)
  async back(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const fields = await this.forms.read(request, response, LIMIT_BYTES);
    const list = await this.query.list(filterOf(request.query));
    const kept = { parcels: fields.typed ?? '', ticked: tickedIn(fields) };
    this.pages.send(request, response, (page) => ShipmentsPage({ page, caller, list, kept }), { hasScripts: true });
  }

  /** Shows what would be done. */
  @StudioForm({ limitBytes: LIMIT_BYTES, keeps: KEEPS })
  @Post('check')
  @HttpCode(200)
  async check(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const sent = await this.forms.read(request, response, LIMIT_BYTES);
    const checked = await this.parcels.check(caller, readParcels(sent.parcels ?? '', tickedIn(sent)));
    await this.draw(request, response, { caller, checked, sent, isDone: false });
  }

  @StudioForm({ limitBytes: LIMIT_BYTES, keeps: KEEPS })
  @Post('send')
  @HttpCode(200)
  async ship(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const sent = await this.forms.read(request, response, LIMIT_BYTES);
    const checked = await this.parcels.ship(caller, readParcels(sent.parcels ?? '', []));
    await this.draw(request, response, { caller, checked, sent, isDone: true });
  }

  private async draw(
    request: Request,
    response: Response,
    drawn: { caller: Caller; checked: CheckedParcel[]; sent: FormFields; isDone: boolean },
  ): Promise<void> {
    const filter = filterOf(request.query);
    const prizes = await this.query.named(drawn.checked.map(({ parcel }) => parcel.slug));
    this.pages.send(request, response, (page) => ParcelsPage({ page, filter, prizes, ...drawn }), {
      hasScripts: true,
    });
  }
}
