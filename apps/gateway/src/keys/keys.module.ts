import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { EnterpriseKeyGuard } from './enterprise-key.guard';
import { KeyRecordsService } from './key-records.service';
import { KeysService } from './keys.service';

@Module({
  imports: [ChangesModule],
  providers: [KeyRecordsService, KeysService, EnterpriseKeyGuard],
  exports: [KeyRecordsService, KeysService, EnterpriseKeyGuard],
})
export class KeysModule {}
