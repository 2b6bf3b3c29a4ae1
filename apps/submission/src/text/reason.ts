import { applyDecorators } from '@nestjs/common';
import { isLongerThan, normaliseLine } from '@shipyard/contracts';
import { Satisfies } from '@shipyard/http';
import { Transform } from 'class-transformer';

const REASON_MAX = 2_000;

/** A reason in someone's own words: 1-2,000 characters, which may have several lines. */
export function IsReason() {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? normaliseLine(value, REASON_MAX).replace(/\r\n?/g, '\n') : value,
    ),
    Satisfies(reasonProblem, { type: 'string', minLength: 1, maxLength: REASON_MAX }),
  );
}

export function reasonProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (isLongerThan(value, REASON_MAX)) return `must have 1 to ${REASON_MAX} characters`;
  if (/[^\P{Cc}\n\t]|\p{Cs}/u.test(value)) return 'must not contain control characters';
  return value.trim() === '' ? 'must not be empty' : null;
}
