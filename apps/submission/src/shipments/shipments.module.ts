import { Module } from '@nestjs/common';
import { AccountsModule, GuardianAgreementsModule } from '../accounts';
import { ProjectsModule } from '../projects';
import { AddressReminders } from './address-reminders.service';
import { ShipmentsController } from './shipments.controller';
import { ShipmentsService } from './shipments.service';
import { StaffShipmentsController } from './staff-shipments.controller';

@Module({
  imports: [AccountsModule, GuardianAgreementsModule, ProjectsModule],
  controllers: [ShipmentsController, StaffShipmentsController],
  providers: [ShipmentsService, AddressReminders],
  exports: [ShipmentsService, AddressReminders],
})
export class ShipmentsModule {}
