import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers';
import { KeysModule } from '../keys';
import { ModelsModule } from '../models';
import { RoutingModule } from '../routing';
import { SuppliersModule } from '../suppliers';
import { DryCalls } from './dry-calls';
import { DryPayers } from './dry-payers';
import { DryRoutes } from './dry-routes';
import { DryRunsService } from './dry-runs.service';

@Module({
  imports: [CustomersModule, KeysModule, ModelsModule, RoutingModule, SuppliersModule],
  providers: [DryCalls, DryPayers, DryRoutes, DryRunsService],
  exports: [DryRunsService],
})
export class DryRunsModule {}
