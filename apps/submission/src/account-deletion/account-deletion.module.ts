import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AccountsModule } from '../accounts';
import { AccountDeletionController } from './account-deletion.controller';
import { AccountDeletionService } from './account-deletion.service';
import { DeletedAccountInterceptor } from './deleted-account.interceptor';

@Module({
  imports: [AccountsModule],
  controllers: [AccountDeletionController],
  providers: [AccountDeletionService, { provide: APP_INTERCEPTOR, useClass: DeletedAccountInterceptor }],
  exports: [AccountDeletionService],
})
export class AccountDeletionModule {}
