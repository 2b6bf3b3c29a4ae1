import { Describe, OrNull } from '@shipyard/http';
import { IsOptional } from 'class-validator';
import { IsReason } from '../text/reason';

export class WithdrawalDto {
  @Describe('1-2,000 characters, on one or more lines. It stays with the record, and staff read it.')
  @IsOptional()
  @OrNull()
  @IsReason()
  reason?: string | null;
}

export class TakedownDto {
  @Describe(
    '1-2,000 characters, on one or more lines. The owner sees why a project is hidden, so do not name a person.',
  )
  @IsReason()
  reason: string;
}
