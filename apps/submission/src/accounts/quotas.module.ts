import { Module } from '@nestjs/common';
import { QuotasService } from './quotas.service';

/** Separate from the accounts module, because the worker needs the quotas and serves no accounts. */
@Module({ providers: [QuotasService], exports: [QuotasService] })
export class QuotasModule {}
