import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests/requests.module';
import { EnterpriseKeyGuard } from './enterprise-key.guard';
import { KeysService } from './keys.service';

/** Whoever uses the guard builds it anew, so what it needs comes along. */
@Module({ imports: [RequestsModule], providers: [KeysService, EnterpriseKeyGuard], exports: [KeysService, EnterpriseKeyGuard, RequestsModule] })
export class KeysModule {}
