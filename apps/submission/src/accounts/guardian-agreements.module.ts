import { Module } from '@nestjs/common';
import { GuardianAgreements } from './guardian-agreements.service';

/** Apart from the module of accounts, because the worker has no guards. */
@Module({ providers: [GuardianAgreements], exports: [GuardianAgreements] })
export class GuardianAgreementsModule {}
