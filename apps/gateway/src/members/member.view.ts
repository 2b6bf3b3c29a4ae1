import { Describe, Holds } from '@shipyard/http';
import { IsDateString, IsIn, IsString, IsUUID } from 'class-validator';
import { type CustomerMember, MEMBER_ROLES, type MemberRole } from './customer-member.entity';

const MEMBER_STATUSES = ['invited', 'active'] as const;

export class MemberView {
  @Describe('The id of the member.')
  @IsUUID()
  id: string;

  @Describe('The id of the customer.')
  @IsUUID()
  customer_id: string;

  @Describe('The email address, with which the member signs in.')
  @IsString()
  email: string;

  @Describe('A member reads. An owner also manages keys and members.')
  @IsIn(MEMBER_ROLES)
  role: MemberRole;

  @Describe('A member is active once the invitation is accepted.')
  @IsIn(MEMBER_STATUSES)
  status: (typeof MEMBER_STATUSES)[number];

  @Describe('When the member was invited.')
  @IsDateString()
  created_at: string;
}

export class MemberAnswer {
  @Describe('The member.')
  @Holds(() => MemberView)
  member: MemberView;
}

export const toMemberView = ({ id, customerId, email, role, passwordHash, createdAt }: CustomerMember): MemberView => ({
  id,
  customer_id: customerId,
  email,
  role,
  status: passwordHash === null ? 'invited' : 'active',
  created_at: createdAt.toISOString(),
});
