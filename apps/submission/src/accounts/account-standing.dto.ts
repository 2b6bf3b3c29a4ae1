import { Describe, IsLine, IsQueryNumber, MayBeAbsent, OrNull } from '@shipyard/http';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { type Role, ROLES } from './account.entity';
import { IsBirthDate } from './accounts.dto';

const SEARCH = { min: 0, max: 254 };

export class AccountsQuery {
  @Describe('A part of handle, display name or email, in any case. Empty or left out: all.')
  @MayBeAbsent()
  @IsLine(SEARCH)
  q?: string;

  @IsQueryNumber(1, 100)
  limit = 20;

  @IsQueryNumber(0, 100_000)
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
  @IsOptional()
  @OrNull()
  @IsBirthDate()
  birth_date?: string | null;
}
