export { ShipmentsModule } from './shipments.module';
export { ShipmentsService } from './shipments.service';
export { shipmentErrors } from './shipments.errors';
export { SubmitShipmentDto } from './shipments.dto';
