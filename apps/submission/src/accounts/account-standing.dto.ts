import { applyDecorators } from '@nestjs/common';
import { Describe, Holds, IsLine, IsQueryNumber, MayBeAbsent, OrNull } from '@shipyard/http';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, Max, Min } from 'class-validator';
import { type Role, ROLES, STAFF_ROLES, type StaffRole } from './account.entity';
import { IsBirthDate } from './accounts.dto';

/** More than any account can use, and exact as a JavaScript number. */
const LIMIT_MAX = 1_000_000_000_000_000;
const SEARCH = { min: 0, max: 254 };

export class AccountsQuery {
  @Describe('Part of a handle, display name or email, ignoring case. If empty or absent: all accounts.')
  @MayBeAbsent()
  @IsLine(SEARCH)
  q?: string;

  @Describe('`unknown`: only accounts without a date of birth.')
  @MayBeAbsent()
  @IsIn(['unknown'])
  birth_date?: 'unknown';

  @Describe('The most records on a page.')
  @IsQueryNumber(1, 100)
  limit = 20;

  @Describe('The number of records before the page.')
  @IsQueryNumber(0, 100_000)
  offset = 0;
}

const IsLimit = () => applyDecorators(IsOptional(), OrNull(), IsInt(), Min(0), Max(LIMIT_MAX));

/** An absent limit does not change. Null restores the default. */
export class ChangeQuotasDto {
  @Describe('The number of valid tokens.')
  @IsLimit()
  tokens?: number | null;

  @Describe('The most projects that the account may have.')
  @IsLimit()
  projects?: number | null;

  @Describe('The bytes of the images of all its projects.')
  @IsLimit()
  image_bytes?: number | null;

  @Describe('Review requests in 24 hours.')
  @IsLimit()
  reviews_a_day?: number | null;
}

export class ChangeStandingDto {
  @Describe('All roles of the account from now on. They always include participant.')
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(ROLES.length)
  @IsIn(ROLES, { each: true })
  roles?: Role[];

  @Describe('Whether the account is suspended. A suspended account can do nothing, and its sessions end.')
  @MayBeAbsent()
  @IsBoolean()
  suspended?: boolean;

  @Describe('`YYYY-MM-DD`; null: unknown.')
  @IsOptional()
  @OrNull()
  @IsBirthDate()
  birth_date?: string | null;

  @Describe('Limits of this account that replace the defaults.')
  @MayBeAbsent()
  @Holds(() => ChangeQuotasDto)
  @IsObject()
  quotas?: ChangeQuotasDto;
}

export class ConfirmRoleDto {
  @Describe('The role to confirm. If absent: all roles of the account that wait.')
  @MayBeAbsent()
  @IsIn(STAFF_ROLES)
  role?: StaffRole;
}
