import { Module } from '@nestjs/common';
import { EnterpriseKeyGuard } from './enterprise-key.guard';
import { KeysService } from './keys.service';

@Module({ providers: [KeysService, EnterpriseKeyGuard], exports: [KeysService, EnterpriseKeyGuard] })
export class KeysModule {}
