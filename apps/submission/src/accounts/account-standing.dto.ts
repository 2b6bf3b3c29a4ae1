import { Describe, IsLine, MayBeAbsent, OrNull } from '@shipyard/http';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, Max, Min, ValidateIf } from 'class-validator';
import { type Role, ROLES } from './account.entity';
import { IsBirthDate } from './accounts.dto';

const SEARCH = { min: 0, max: 254 };

export class AccountsQuery {
  @Describe('A part of handle, display name or email, in any case. Empty or left out: all.')
  @MayBeAbsent()
  @IsLine(SEARCH)
  q?: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 20;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(100_000)
  offset = 0;
}

/** What is left out stays as it is. */
export class ChangeStandingDto {
  @Describe('All that the account has from now on; participant is one of them always.')
  @MayBeAbsent()
  @IsArray()
  @ArrayMaxSize(ROLES.length)
  @IsIn(ROLES, { each: true })
  roles?: Role[];

  @Describe('A suspended account can do nothing, and its sessions are ended.')
  @MayBeAbsent()
  @IsBoolean()
  suspended?: boolean;

  @Describe('`YYYY-MM-DD`; null: nobody has said.')
  @ValidateIf((_, value) => value !== undefined && value !== null)
  @OrNull()
  @IsBirthDate()
  birth_date?: string | null;
}
