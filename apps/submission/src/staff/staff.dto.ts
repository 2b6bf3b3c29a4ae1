import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import {
  Describe,
  IsLine,
  isLongerThan,
  IsQueryNumber,
  MayBeAbsent,
  normaliseLine,
  OrNull,
  Satisfies,
} from '@shipyard/http';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';

const REASON_MAX = 2_000;
const PARCEL_FACT = { min: 1, max: 120 };

export class ReasonDto {
  @Describe('1-2,000 characters, on one or more lines. Staff see it, so do not name a person.')
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? normaliseLine(value, REASON_MAX).replace(/\r\n?/g, '\n') : value,
  )
  @Satisfies(reasonProblem, { type: 'string', minLength: 1, maxLength: REASON_MAX })
  reason: string;
}

export class ShipDto {
  @Describe('1-120 characters. The owner sees it.')
  @IsOptional()
  @OrNull()
  @IsLine(PARCEL_FACT)
  carrier?: string | null;

  @Describe('1-120 characters: the tracking number of the carrier. The owner sees it.')
  @IsOptional()
  @OrNull()
  @IsLine(PARCEL_FACT)
  tracking?: string | null;
}

export class WaitingProjectsQuery {
  @Describe('If absent: projects under review, and those that a reviewer can still decide on.')
  @MayBeAbsent()
  @IsIn(PROJECT_STATES)
  state?: ProjectState;

  @IsQueryNumber(1, 500)
  limit = 200;

  @IsQueryNumber(0, 100_000)
  offset = 0;
}

function reasonProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (isLongerThan(value, REASON_MAX)) return `must have 1 to ${REASON_MAX} characters`;
  if (/[^\P{Cc}\n\t]|\p{Cs}/u.test(value)) return 'must not contain control characters';
  return value.trim() === '' ? 'must not be empty' : null;
}
