export { type Member, memberOf } from './member';
export { LinkInvalid, MemberRecoveryService } from './member-recovery.service';
export { MemberSecondFactorService } from './member-second-factor.service';
export { MemberSessionsService } from './member-sessions.service';
export { MemberAnswer, MemberView } from './member.view';
export { InviteMemberDto, NewPasswordDto, RecoverDto } from './members.dto';
export { MembersModule } from './members.module';
export { MembersService } from './members.service';
