import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { RequestsModule } from '../request-log';
import { EnterpriseKeyGuard } from './enterprise-key.guard';
import { KeyAdminService } from './key-admin.service';
import { KeysService } from './keys.service';
import { OptionalKeyGuard } from './optional-key.guard';
import { OwnKeysService } from './own-keys.service';

@Module({
  imports: [ChangesModule, RequestsModule],
  providers: [KeyAdminService, KeysService, OwnKeysService, EnterpriseKeyGuard, OptionalKeyGuard],
  exports: [KeyAdminService, KeysService, OwnKeysService, EnterpriseKeyGuard, OptionalKeyGuard, RequestsModule],
})
export class KeysModule {}
