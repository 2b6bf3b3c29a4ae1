import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { EmailChangeController } from './email-change.controller';
import { EmailChanges } from './email-changes.service';

@Module({
  imports: [AccountsModule],
  controllers: [EmailChangeController],
  providers: [EmailChanges],
  exports: [EmailChanges],
})
export class EmailChangeModule {}
