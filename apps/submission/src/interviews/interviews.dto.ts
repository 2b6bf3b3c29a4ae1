import { isLongerThan, leaksToken } from '@shipyard/contracts';
import { Describe, MayBeAbsent, Satisfies } from '@shipyard/http';
import { Transform } from 'class-transformer';
import { IsInt, IsString, Min } from 'class-validator';

const ANSWER = { min: 2, max: 5_000 };

export class RedeemCredentialDto {
  @Describe('`ivc_…`, from the start of the interview.')
  @IsString()
  credential: string;
}

export class AnswerDto {
  @Describe('2-5,000 characters, without the space around them; may have several lines.')
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : value,
  )
  @Satisfies(answerProblem, { type: 'string', minLength: ANSWER.min, maxLength: ANSWER.max })
  answer: string;

  @Describe(
    'The number of the question, from 1. Without it, the answer belongs to the open question. Send it, or an Idempotency-Key, to retry safely.',
  )
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  index?: number;
}

function answerProblem(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  if (/[^\P{Cc}\n\t]|\p{Cs}/u.test(value)) return 'must not contain control characters';
  if (isLongerThan(value, ANSWER.max) || [...value].length < ANSWER.min)
    return `must have ${ANSWER.min} to 5,000 characters`;
  return leaksToken(value) ? 'must not contain a token. Revoke it, because others may have seen it' : null;
}
