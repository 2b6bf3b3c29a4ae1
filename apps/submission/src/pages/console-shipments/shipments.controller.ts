import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, type FormFields, type HttpError, NO_RECORDER } from '@shipyard/http';
import { type FieldErrors, fieldErrorsOf, refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { DecisionsService, ReasonDto, ShipDto } from '../../staff';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import { ConsoleController } from '../console/console-controller';
import { type PrizeField, PrizePage } from './prize.views';
import { filterOf, ShipmentsQuery, shipmentsUrl } from './shipments.query';
import { ShipmentsPage } from './shipments.views';

interface Refused {
  fields: FormFields;
  errors?: FieldErrors<PrizeField>;
  refusal?: HttpError;
}

@ConsoleController('console/shipments', 'fulfilment')
export class ShipmentPagesController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly shipments: ShipmentsQuery,
    private readonly decisions: DecisionsService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const list = await this.shipments.list(filterOf(query));
    this.pages.send(request, response, (page) => ShipmentsPage({ page, caller, list }), { hasScripts: true });
  }

  @Get(':slug')
  show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    return this.draw(request, response, { caller, slug, fields: {} });
  }

  @StudioForm({
    keeps: {
      carrier: ({ consoleShipments }) => consoleShipments.carrier,
      tracking: ({ consoleShipments }) => consoleShipments.tracking,
    },
  })
  @Post(':slug/ship')
  async ship(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const { carrier = '', tracking = '' } = fields;
    const { values, problems } = await checkFields(ShipDto, { carrier: carrier || null, tracking: tracking || null });
    if (problems) {
      const errors = fieldErrorsOf(problems, fields, ['carrier', 'tracking']);
      return this.draw(request, response.status(400), { caller, slug, fields, errors });
    }
    await this.move(request, response, { caller, slug, fields }, () =>
      this.decisions.ship(caller, NO_RECORDER, slug, values),
    );
  }

  @StudioForm({ keeps: { reason: ({ consoleShipments }) => consoleShipments.reason } })
  @Post(':slug/reship')
  async reship(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response);
    const { values, problems } = await checkFields(ReasonDto, { reason: fields.reason ?? '' });
    if (problems) {
      const errors = fieldErrorsOf(problems, fields, ['reason']);
      return this.draw(request, response.status(400), { caller, slug, fields, errors });
    }
    await this.move(request, response, { caller, slug, fields }, () =>
      this.decisions.decide(caller, NO_RECORDER, slug, 'reship', values.reason),
    );
  }

  private async move(
    request: Request,
    response: Response,
    { caller, slug, fields }: { caller: Caller; slug: string; fields: FormFields },
    work: () => Promise<unknown>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      const refusal = refusalOf(error);
      return this.draw(request, response.status(refusal.row.status), { caller, slug, fields, refusal });
    }
    response.redirect(303, shipmentsUrl(filterOf(request.query)));
  }

  private async draw(
    request: Request,
    response: Response,
    { caller, slug, ...refused }: Refused & { caller: Caller; slug: string },
  ): Promise<void> {
    const prize = await this.shipments.one(caller, slug);
    const filter = filterOf(request.query);
    this.pages.send(request, response, (page) => PrizePage({ page, caller, prize, filter, ...refused }), {
      hasScripts: true,
    });
  }
}
