import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module';
import { CustomersModule } from '../customers';
import { MemberRecoveryService } from './member-recovery.service';
import { MemberSecondFactorService } from './member-second-factor.service';
import { MemberSessionsService } from './member-sessions.service';
import { MembersService } from './members.service';

/** People of a customer who sign in. */
@Module({
  imports: [ChangesModule, CustomersModule],
  providers: [MemberRecoveryService, MemberSecondFactorService, MemberSessionsService, MembersService],
  exports: [MemberRecoveryService, MemberSecondFactorService, MemberSessionsService, MembersService],
})
export class MembersModule {}
