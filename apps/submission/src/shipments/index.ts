export { ShipmentsModule } from './shipments.module';
export { ShipmentsService } from './shipments.service';
export { shipmentErrors } from './shipments.errors';
export { RECIPIENT_LIMITS, SubmitShipmentDto } from './shipments.dto';
