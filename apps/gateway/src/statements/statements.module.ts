import { Module } from '@nestjs/common';
import { BillingModule } from '../billing';
import { ChangesModule } from '../changes/changes.module';
import { CustomersModule } from '../customers';
import { StatementDrawer } from './statement-drawer.service';
import { StatementsService } from './statements.service';

@Module({
  imports: [BillingModule, ChangesModule, CustomersModule],
  providers: [StatementDrawer, StatementsService],
  exports: [StatementDrawer, StatementsService],
})
export class StatementsModule {}
