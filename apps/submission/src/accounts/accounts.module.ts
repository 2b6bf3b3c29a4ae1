import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccountGuard } from './account.guard';

@Module({ providers: [{ provide: APP_GUARD, useClass: AccountGuard }] })
export class AccountsModule {}
