import { Module } from '@nestjs/common';
import { accountDeletionSweeper, DeletedAccountEraser } from './deleted-account-eraser';

@Module({ providers: [DeletedAccountEraser, accountDeletionSweeper] })
export class AccountDeletionWorkerModule {}
