import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors } from '@shipyard/http';
import { type Caller, CurrentCaller, type StaffRole } from '../accounts/caller.view';
import { projectErrors } from '../projects/projects.errors';
import { StaffShipmentView } from './shipment.view';
import { shipmentErrors } from './shipments.errors';
import { ShipmentsService } from './shipments.service';

const READERS: readonly StaffRole[] = ['fulfilment', 'admin'];

@Controller('api/v1/admin/projects/:slug/shipment')
export class StaffShipmentsController {
  constructor(private readonly shipments: ShipmentsService) {}

  @Get()
  @ApiOperation({
    summary: 'Read where a prize goes',
    description: 'For fulfilment and admins. Each read is written to the audit trail of the project.',
    data: StaffShipmentView,
    errors: [projectErrors.PROJECT_NOT_FOUND, shipmentErrors.SHIPMENT_NOT_FOUND],
  })
  async read(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    const role = READERS.find((each) => caller.roles.includes(each));
    if (role === undefined) throw envelopeErrors.FORBIDDEN({ message: 'Only fulfilment and admins may see where a prize goes.' });
    return envelope(await this.shipments.read(caller, role, slug));
  }
}
