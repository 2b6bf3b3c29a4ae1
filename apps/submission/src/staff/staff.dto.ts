import { Describe, isLongerThan, IsLine, MayBeAbsent, normaliseLine, OrNull, Satisfies } from '@shipyard/http';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateIf } from 'class-validator';
import { PROJECT_STATES, type ProjectState } from '../projects/project.entity';

const REASON_MAX = 2_000;
const PARCEL_FACT = { min: 1, max: 120 };

/** A line that may be null, which says the same as leaving it out. */
const MayBeNull = () => ValidateIf((_, value) => value !== null && value !== undefined);

export class ReasonDto {
  @Describe('1-2,000 characters; may have several lines. Staff see it: name no person.')
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normaliseLine(value, REASON_MAX).replace(/\r\n?/g, '\n') : value))
  @Satisfies(reasonProblem, { type: 'string', minLength: 1, maxLength: REASON_MAX })
  reason: string;
}

export class ShipDto {
  @Describe('1-120 characters; the owner sees it.')
  @MayBeNull()
  @OrNull()
  @IsLine(PARCEL_FACT)
  carrier?: string | null;

  @Describe('1-120 characters: the number that the carrier gave it; the owner sees it.')
  @MayBeNull()
  @OrNull()
  @IsLine(PARCEL_FACT)
  tracking?: string | null;
}

export class ReviewQueueQuery {
  @Describe('Left out: all that a reviewer may still decide on, and what is being reviewed.')
  @MayBeAbsent()
  @IsIn(PROJECT_STATES)
  state?: ProjectState;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(500)
  limit = 200;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(100_000)
  offset = 0;
}

function reasonProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (isLongerThan(value, REASON_MAX)) return `must have 1 to ${REASON_MAX} characters`;
  // Line feeds and tabs are all the layout that it has.
  if (/[^\P{Cc}\n\t]|\p{Cs}/u.test(value)) return 'must not hold control characters';
  return value.trim() === '' ? 'must not be empty' : null;
}
