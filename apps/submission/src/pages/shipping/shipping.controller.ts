import { Get, Param, Post, Req, Res } from '@nestjs/common';
import { type FormFields, HttpError, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { accountErrors, type Caller, CurrentCaller } from '../../accounts';
import { ProjectsService } from '../../projects';
import { shipmentErrors, ShipmentsService } from '../../shipments';
import { PageRenderer } from '../page-renderer';
import { studioUrl } from '../studio/project-path';
import { StudioController, StudioForm } from '../studio/studio-form';
import { StudioQuery } from '../studio/studio.query';
import { checkShipping, type ShippingErrors } from './shipping.forms';
import { ShippingQuery } from './shipping.query';
import { ShippingPage, WithdrawPage } from './shipping.views';

interface Entered {
  fields: FormFields;
  errors: ShippingErrors;
}

const NOTHING: Entered = { fields: {}, errors: {} };

/** Far more than an address may have, so that a long one comes back with its error instead of being lost. */
const LIMIT_BYTES = 256 * 1024;

/** What is typed here is in no draft, and no log-in carries it along. */
@StudioController('studio/projects/:slug/shipping')
export class ShippingPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly shipping: ShippingQuery,
    private readonly forms: SessionForms,
    private readonly shipments: ShipmentsService,
    private readonly projects: ProjectsService,
  ) {}

  @Get()
  show(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    return this.draw(request, response, slug, NOTHING);
  }

  @StudioForm({ limitBytes: LIMIT_BYTES })
  @Post()
  async submit(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response, LIMIT_BYTES);
    const { values, errors } = await checkShipping(fields);
    if (errors) return this.draw(request, response.status(400), slug, { fields, errors });
    try {
      await this.shipments.submit(caller, NO_RECORDER, slug, values);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      // The page then says what to do, without a form.
      if (error.code === accountErrors.GUARDIAN_REQUIRED.code)
        return this.draw(request, response.status(403), slug, { fields: {}, errors: {} });
      if (error.code !== shipmentErrors.GUARDIAN_CONSENT_REQUIRED.code) throw error;
      return this.draw(request, response.status(400), slug, { fields, errors: { guardian_confirmed: 'missing' } });
    }
    response.redirect(303, studioUrl(slug, 'shipping'));
  }

  @Get('withdraw')
  async askToWithdraw(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    if (studio.project.state !== 'shipment_submitted') return response.redirect(303, studioUrl(slug, 'shipping'));
    this.pages.send(request, response, (page) => WithdrawPage({ page, studio }), { hasScripts: true });
  }

  @StudioForm()
  @Post('withdraw')
  async withdraw(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.shipments.withdraw(caller, NO_RECORDER, slug);
    response.redirect(303, studioUrl(slug, 'shipping'));
  }

  @StudioForm()
  @Post('arrived')
  async arrived(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    await this.forms.read(request, response);
    await this.projects.confirmArrival(caller, NO_RECORDER, slug);
    response.redirect(303, studioUrl(slug, 'shipping'));
  }

  private async draw(request: Request, response: Response, slug: string, entered: Entered): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    const shipping = await this.shipping.of(studio);
    const lacksConsent = shipping.needsConsent && entered.fields.guardian_confirmed !== 'yes';
    if (lacksConsent && Object.keys(entered.errors).length > 0) entered.errors.guardian_confirmed = 'missing';
    this.pages.send(request, response, (page) => ShippingPage({ page, studio, shipping, ...entered }), {
      hasScripts: true,
    });
  }
}
