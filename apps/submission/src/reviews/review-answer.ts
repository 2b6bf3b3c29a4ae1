import type { ProjectReviewOutput } from '@shipyard/contracts';
import { plainToInstance } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsString, MaxLength, MinLength, NotContains, validateSync } from 'class-validator';

const LIST_MAX = 50;
const ITEM_MAX = 2_000;
const TEXT_MAX = 20_000;
const PER_ITEM = { each: true };

/** What a model must answer. Longer or emptier than this is no review. */
class ReviewAnswer implements ProjectReviewOutput {
  @IsString()
  @MinLength(1)
  @MaxLength(TEXT_MAX)
  @NotContains('\0')
  summary: string;

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @IsString(PER_ITEM)
  @MaxLength(ITEM_MAX, PER_ITEM)
  @NotContains('\0', PER_ITEM)
  highlights: string[];

  @IsString()
  @MinLength(1)
  @MaxLength(TEXT_MAX)
  @NotContains('\0')
  public_review: string;

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @IsString(PER_ITEM)
  @MaxLength(ITEM_MAX, PER_ITEM)
  @NotContains('\0', PER_ITEM)
  comments: string[];

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @IsString(PER_ITEM)
  @MaxLength(ITEM_MAX, PER_ITEM)
  @NotContains('\0', PER_ITEM)
  suggestions: string[];

  @IsBoolean()
  recommended: boolean;
}

/** The review in the text that a model answered, or null where there is none. */
export function readReviewAnswer(content: unknown): ProjectReviewOutput | null {
  const parsed = typeof content === 'string' ? parseJson(content) : null;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
  const answer = plainToInstance(ReviewAnswer, parsed);
  const problems = validateSync(answer, { whitelist: true, forbidUnknownValues: true });
  return problems.length === 0 ? answer : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
