import { Module } from '@nestjs/common';
import { SupplierUsageModule } from '../supplier-usage';
import { AlertsModule } from './alerts.module';
import { CustomerAlerts, customerAlertsSweeper, shortDaysSweeper } from './customer-alerts';
import { OperatorAlerts, operatorAlertsSweeper } from './operator-alerts';

@Module({
  imports: [AlertsModule, SupplierUsageModule],
  providers: [CustomerAlerts, customerAlertsSweeper, OperatorAlerts, operatorAlertsSweeper, shortDaysSweeper],
})
export class AlertsWorkerModule {}
