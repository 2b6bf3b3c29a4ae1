import { HttpCode, Post, Req, Res } from '@nestjs/common';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import type { Words } from '../words/words';
import { readParcels } from './parcel-lines';
import { ParcelsService } from './parcels.service';
import { ParcelsPage, tickedIn } from './parcels.views';

const LIMIT_BYTES = 64 * 1024;
const KEEPS = { parcels: ({ consoleShipments }: Words) => consoleShipments.many.list };

/** No project has the slug "new". */
@ConsoleController('console/shipments/new', 'fulfilment')
export class ParcelsPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly parcels: ParcelsService,
  ) {}

  /** Shows what would be done. */
  @StudioForm({ limitBytes: LIMIT_BYTES, keeps: KEEPS })
  @Post('check')
  @HttpCode(200)
  async check(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const fields = await this.forms.read(request, response, LIMIT_BYTES);
    const checked = await this.parcels.check(caller, readParcels(fields.parcels ?? '', tickedIn(fields)));
    this.pages.send(request, response, (page) => ParcelsPage({ page, caller, checked, isDone: false }), {
      hasScripts: true,
    });
  }

  @StudioForm({ limitBytes: LIMIT_BYTES, keeps: KEEPS })
  @Post('send')
  @HttpCode(200)
  async ship(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const fields = await this.forms.read(request, response, LIMIT_BYTES);
    const checked = await this.parcels.ship(caller, readParcels(fields.parcels ?? '', []));
    this.pages.send(request, response, (page) => ParcelsPage({ page, caller, checked, isDone: true }), {
      hasScripts: true,
    });
  }
}
