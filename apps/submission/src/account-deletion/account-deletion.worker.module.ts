import { Module } from '@nestjs/common';
import { accountDeletionSweeper, DeletedAccountEraser } from './deleted-account-eraser';
import { requestedDeletionSweeper } from './requested-deletion-sweeper';

@Module({ providers: [DeletedAccountEraser, accountDeletionSweeper, requestedDeletionSweeper] })
export class AccountDeletionWorkerModule {}
