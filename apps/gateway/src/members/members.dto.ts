import { Describe } from '@shipyard/http';
import { IsIn } from 'class-validator';
import { IsLoginEmail, IsNewPassword } from '../operators';
import { MEMBER_ROLES, type MemberRole } from './customer-member.entity';

export class InviteMemberDto {
  @Describe('An address of ASCII letters, at most 254 characters. Stored in lower case, unique among all members.')
  @IsLoginEmail()
  email: string;

  @Describe('A member reads. An owner also manages keys and members.')
  @IsIn(MEMBER_ROLES)
  role: MemberRole;
}

export class RecoverDto {
  @IsLoginEmail()
  email: string;
}

export class NewPasswordDto {
  @IsNewPassword()
  password: string;
}
