import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects';
import { ShipmentRetention, shipmentSweeper } from './shipment-sweeper';

@Module({
  imports: [ProjectsModule],
  providers: [ShipmentRetention, shipmentSweeper],
})
export class ShipmentsWorkerModule {}
