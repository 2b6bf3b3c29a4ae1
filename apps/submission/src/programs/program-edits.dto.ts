import { INTERVIEW_QUESTIONS_MAX, PROGRAM_NAME_MAX } from '@shipyard/contracts';
import { Describe, Holds, IsLine, ListOf, MayBeAbsent, OrNull, Satisfies } from '@shipyard/http';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsBoolean,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { IsInstant } from '../text/instant';

const NAME = { min: 1, max: PROGRAM_NAME_MAX };
const TAGLINE = { min: 0, max: 200 };
const LABEL = { min: 1, max: 200 };
const TITLE = { min: 1, max: 120 };
const URL_MAX_LENGTH = 2_000;
const RUBRIC_MAX = 20;
const ID = /^[a-z0-9-]{1,64}$/;
const ID_RULE = (field: string) => ({ message: `${field} must have 1 to 64 characters of a-z, 0-9 and -` });

export class RubricItemDto {
  @Describe('1-64 of `[a-z0-9-]`, unique in the rubric.')
  @Matches(ID, ID_RULE('id'))
  id: string;

  @Describe('1-200 characters: what the review scores.')
  @IsLine(LABEL)
  label: string;
}

export class PrizeDto {
  @Describe('1-80 characters.')
  @IsLine(NAME)
  name: string;

  @Describe('Whether the prize is sent by post.')
  @IsBoolean()
  hardware: boolean;
}

class ProgramFields {
  @Describe('0-200 characters.')
  @MayBeAbsent()
  @IsLine(TAGLINE)
  tagline?: string;

  @Describe('Markdown, at most 64 KiB.')
  @MayBeAbsent()
  @IsString()
  description_md?: string;

  @Describe('ISO 8601 with an offset; null: the program has already begun.')
  @IsOptional()
  @OrNull()
  @IsInstant()
  starts_at?: string | null;

  @Describe('ISO 8601 with an offset, later than starts_at; null: the program has no end.')
  @IsOptional()
  @OrNull()
  @IsInstant()
  ends_at?: string | null;

  @Describe('Whether the program accepts no new projects, regardless of its dates.')
  @MayBeAbsent()
  @IsBoolean()
  closed?: boolean;

  @Describe('How many logs a project needs before a review.')
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1_000)
  logs_required?: number;

  @Describe('The number of questions in an interview; 0: the program has no interviews.')
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(INTERVIEW_QUESTIONS_MAX)
  interview_questions?: number;

  @Describe('The items that a review scores; at most 20.')
  @MayBeAbsent()
  @ListOf(() => RubricItemDto)
  @IsObject({ each: true })
  @ArrayMaxSize(RUBRIC_MAX)
  @ArrayUnique((item: unknown) => (item instanceof RubricItemDto ? item.id : item), {
    message: 'rubric must not contain the same id twice',
  })
  rubric?: RubricItemDto[];

  @Describe('Null: none.')
  @IsOptional()
  @OrNull()
  @Holds(() => PrizeDto)
  @IsObject()
  prize?: PrizeDto | null;
}

export class CreateProgramDto extends ProgramFields {
  @Describe('1-64 of `[a-z0-9-]`, unique.')
  @Matches(ID, ID_RULE('id'))
  id: string;

  @Describe('1-80 characters.')
  @IsLine(NAME)
  name: string;
}

/** Absent fields do not change. */
export class UpdateProgramDto extends ProgramFields {
  @Describe('1-80 characters.')
  @MayBeAbsent()
  @IsLine(NAME)
  name?: string;
}

export class PutDocDto {
  @Describe('1-120 characters.')
  @IsLine(TITLE)
  title: string;

  @Describe('http or https, at most 2,000 characters.')
  @Satisfies(urlProblem, { type: 'string', maxLength: URL_MAX_LENGTH, pattern: '^[hH][tT][tT][pP][sS]?://' })
  url: string;
}

function urlProblem(value: unknown): string | null {
  const isUrl =
    typeof value === 'string' &&
    value.length <= URL_MAX_LENGTH &&
    /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(value) &&
    URL.canParse(value);
  return isUrl ? null : `must be an http or https address of at most ${URL_MAX_LENGTH} characters`;
}
