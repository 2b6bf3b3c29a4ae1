import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { moveInWords } from '@shipyard/contracts';
import { ApiOperation, envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import { accountErrors, type Caller, CurrentCaller } from '../accounts';
import { ProjectView } from '../project-reads';
import { projectErrors, ProjectsService } from '../projects';
import { SubmittedShipmentView, WithdrawnShipmentView } from './shipment.view';
import { SubmitShipmentDto } from './shipments.dto';
import { shipmentErrors } from './shipments.errors';
import { ShipmentsService } from './shipments.service';

@Controller('api/v1/projects/:slug/shipment')
export class ShipmentsController {
  constructor(
    private readonly shipments: ShipmentsService,
    private readonly projects: ProjectsService,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Submit the delivery address of the prize',
    description:
      'Allowed in approved_to_ship, and again in shipment_submitted, where the new data replaces the old. The data is encrypted, never shown again, and deleted when the prize is sent. Below the age of consent, a guardian must have agreed to the account and to this shipment: else GUARDIAN_REQUIRED.',
    data: SubmittedShipmentView,
    errors: [
      projectErrors.PROJECT_NOT_FOUND,
      accountErrors.GUARDIAN_REQUIRED,
      shipmentErrors.GUARDIAN_CONSENT_REQUIRED,
      shipmentErrors.SHIPMENT_NOT_ALLOWED,
    ],
  })
  async submit(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() input: SubmitShipmentDto,
  ) {
    return envelope(await this.shipments.submit(caller, recorder, slug, input));
  }

  @Delete()
  @ApiOperation({
    summary: 'Withdraw the delivery address of the prize',
    description: moveInWords('withdraw_shipment'),
    data: WithdrawnShipmentView,
    errors: [projectErrors.PROJECT_NOT_FOUND, projectErrors.STATE_CONFLICT],
  })
  async withdraw(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.shipments.withdraw(caller, recorder, slug));
  }

  @Post('arrived')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Say that the prize has arrived',
    description:
      'Only in shipped, and only the owner. Sets arrived_at of the project once: a repetition changes nothing. If the prize is sent again, it is null again.',
    data: { project: ProjectView },
    errors: [projectErrors.PROJECT_NOT_FOUND, projectErrors.STATE_CONFLICT],
  })
  async arrived(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    return envelope(await this.projects.confirmArrival(caller, recorder, slug));
  }
}
