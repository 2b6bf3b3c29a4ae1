export { ShipmentsModule } from './shipments.module';
export { ShipmentsService } from './shipments.service';
