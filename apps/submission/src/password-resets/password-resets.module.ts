import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { PasswordResetsController } from './password-resets.controller';
import { PasswordResets } from './password-resets.service';
import { ResetLimits } from './reset-limits.service';
import { StaffResetLinksController } from './staff-reset-links.controller';

@Module({
  imports: [AccountsModule],
  controllers: [PasswordResetsController, StaffResetLinksController],
  providers: [PasswordResets, ResetLimits],
  exports: [PasswordResets, ResetLimits],
})
export class PasswordResetsModule {}
