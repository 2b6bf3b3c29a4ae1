import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffWithFreshSecondFactor } from '../accounts';
import { projectErrors } from '../projects';
import { StaffShipmentView } from './shipment.view';
import { shipmentErrors } from './shipments.errors';
import { ShipmentsService } from './shipments.service';

@Controller('api/v1/admin/projects/:slug/shipment')
export class StaffShipmentsController {
  constructor(private readonly shipments: ShipmentsService) {}

  @StaffWithFreshSecondFactor('fulfilment', 'admin')
  @Get()
  @ApiOperation({
    summary: 'Read the delivery address of a prize',
    description: 'The audit trail of the project records each read.',
    data: StaffShipmentView,
    errors: [projectErrors.PROJECT_NOT_FOUND, shipmentErrors.SHIPMENT_NOT_FOUND],
  })
  async read(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.shipments.read(caller, slug));
  }
}
