import { Module } from '@nestjs/common';
import { ModelsModule } from '../models';
import { RoutingModule } from '../routing';
import { SupplierAlerts, supplierAlertsSweeper } from './supplier-alerts';

/** What each process knows by its own calls. */
@Module({
  imports: [ModelsModule, RoutingModule],
  providers: [SupplierAlerts, supplierAlertsSweeper],
})
export class AlertsModule {}
