import { Module } from '@nestjs/common';
import { EmailConfirmationController } from './email-confirmation.controller';
import { EmailConfirmation } from './email-confirmation.service';

@Module({
  controllers: [EmailConfirmationController],
  providers: [EmailConfirmation],
  exports: [EmailConfirmation],
})
export class EmailConfirmationModule {}
