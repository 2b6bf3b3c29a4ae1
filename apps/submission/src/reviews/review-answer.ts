import {
  type CitedText,
  EARLIER_VERDICTS,
  type EarlierVerdict,
  type LogDigestsOutput,
  type ProjectReviewOutput,
  type RubricItem,
  type RubricScore,
  SCORE_MAX,
} from '@shipyard/contracts';
import type { Section } from '@shipyard/markdown';
import { Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { readModelAnswer } from '../model/read-model-answer';
import type { RemarkPlace } from './review.entity';
import { isJsonObject } from '@shipyard/platform/json-object';
import { plainModelText } from '../model/plain-model-text';

const LIST_MAX = 50;
const ITEM_MAX = 2_000;
const TEXT_MAX = 20_000;
const TITLE_MAX = 200;
const REASON_MAX = 500;
const PER_ITEM = { each: true };

class AnsweredRemark implements CitedText {
  @IsString()
  @MaxLength(ITEM_MAX)
  cites: string;

  @IsString()
  @MaxLength(ITEM_MAX)
  text: string;
}

class AnsweredScore implements RubricScore {
  @IsString()
  @MaxLength(TITLE_MAX)
  id: string;

  @IsInt()
  @Min(0)
  @Max(SCORE_MAX)
  score: number;

  @IsString()
  @MaxLength(ITEM_MAX)
  reason: string;
}

class ReviewAnswer implements Omit<ProjectReviewOutput, 'earlier_remarks'> {
  @IsString()
  @MinLength(1)
  @MaxLength(TEXT_MAX)
  summary: string;

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @IsString(PER_ITEM)
  @MaxLength(ITEM_MAX, PER_ITEM)
  highlights: string[];

  @IsString()
  @MinLength(1)
  @MaxLength(TEXT_MAX)
  public_review: string;

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @ValidateNested(PER_ITEM)
  @Type(() => AnsweredRemark)
  comments: AnsweredRemark[];

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @ValidateNested(PER_ITEM)
  @Type(() => AnsweredRemark)
  suggestions: AnsweredRemark[];

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @ValidateNested(PER_ITEM)
  @Type(() => AnsweredScore)
  scores: AnsweredScore[];

  @IsBoolean()
  recommended: boolean;

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @IsString(PER_ITEM)
  @MaxLength(ITEM_MAX, PER_ITEM)
  reasons: string[];

  @IsArray()
  @ArrayMaxSize(LIST_MAX)
  @ValidateNested(PER_ITEM)
  @Type(() => AnsweredRemark)
  instructions: AnsweredRemark[];

  /** A supplier that leaves it out, or answers nonsense, does not fail the review. */
  @Allow()
  earlier_remarks?: unknown;
}

class AnsweredDigest {
  @IsInt()
  log: number;

  @IsString()
  @MaxLength(TEXT_MAX)
  digest: string;
}

class DigestsAnswer implements LogDigestsOutput {
  @IsArray()
  @ArrayMaxSize(1_000)
  @ValidateNested(PER_ITEM)
  @Type(() => AnsweredDigest)
  digests: AnsweredDigest[];
}

export interface ReviewGround {
  sections: readonly Section[];
  sequences: ReadonlySet<number>;
  rubric: readonly RubricItem[];
  /** How many remarks of the review before were asked about. */
  earlier: number;
}

export interface RemarkVerdict {
  verdict: EarlierVerdict;
  reason: string;
}

export interface PlacedRemark {
  text: string;
  place: RemarkPlace;
}

export interface CheckedReview {
  summary: string;
  highlights: string[];
  publicReview: string;
  comments: PlacedRemark[];
  suggestions: PlacedRemark[];
  scores: RubricScore[];
  recommended: boolean;
  reasons: string[];
  reported: { where: string; excerpt: string }[];
  /** For each remark of the review before, in their order. Null where nothing is said. */
  earlier: (RemarkVerdict | null)[];
}

export function readReviewAnswer(content: unknown, ground: ReviewGround): CheckedReview | null {
  const answer = readModelAnswer(ReviewAnswer, content);
  if (!answer) return null;
  const summary = plainModelText(answer.summary, TEXT_MAX);
  const publicReview = plainModelText(answer.public_review, TEXT_MAX);
  const scores = ground.rubric.flatMap(({ id }) => answer.scores.find((score) => score.id === id) ?? []);
  if (summary === '' || publicReview === '' || scores.length < ground.rubric.length) return null;
  const remarks = (list: CitedText[]) =>
    list.flatMap(({ cites, text }) => remarkOf(citedPart(cites, ground), plainModelText(text, ITEM_MAX)));
  return {
    summary,
    highlights: plainList(answer.highlights),
    publicReview,
    comments: remarks(answer.comments),
    suggestions: remarks(answer.suggestions),
    scores: scores.map(({ id, score, reason }) => ({ id, score, reason: plainModelText(reason, ITEM_MAX) })),
    recommended: answer.recommended,
    reasons: plainList(answer.reasons),
    reported: answer.instructions.map(({ cites, text }) => ({
      where: citedPart(cites, ground)?.name ?? 'README',
      excerpt: text,
    })),
    earlier: verdictsOf(answer.earlier_remarks, ground.earlier),
  };
}

/** Of two verdicts on one remark, the first counts. */
function verdictsOf(answered: unknown, count: number): (RemarkVerdict | null)[] {
  const entries = Array.isArray(answered) ? answered.filter(isJsonObject) : [];
  return Array.from({ length: count }, (_, at) => {
    const entry = entries.find(({ number }) => number === at + 1);
    const verdict = EARLIER_VERDICTS.find((each) => each === entry?.verdict);
    const reason = typeof entry?.reason === 'string' ? plainModelText(entry.reason, REASON_MAX) : '';
    return verdict ? { verdict, reason } : null;
  });
}

export function readDigestsAnswer(content: unknown): Map<number, string> | null {
  const answer = readModelAnswer(DigestsAnswer, content);
  return answer && new Map(answer.digests.map(({ log, digest }) => [log, plainModelText(digest, TEXT_MAX)]));
}

const INTRODUCTION: Section = { title: 'Introduction', headingId: null };

interface CitedPart {
  name: string;
  place: RemarkPlace;
}

function citedPart(
  cites: string,
  { sections, sequences }: Pick<ReviewGround, 'sections' | 'sequences'>,
): CitedPart | null {
  const log = /^log\s*(?:#\s*)?(\d{1,15})$/i.exec(cites.trim())?.[1];
  if (log !== undefined)
    return sequences.has(Number(log))
      ? { name: `log ${Number(log)}`, place: { headingId: null, log: Number(log) } }
      : null;
  const wanted = comparable(cites);
  const section = [...sections, INTRODUCTION].find(({ title }) => comparable(title) === wanted);
  return section
    ? {
        name: `README section "${plainModelText(section.title, TITLE_MAX).replace(/\s+/g, ' ')}"`,
        place: { headingId: section.headingId, log: null },
      }
    : null;
}

/** Models may add Markdown marks to a title, or the word for what it titles. */
const comparable = (title: string) =>
  title
    .normalize('NFC')
    .trim()
    .replace(/^readme section[\s:]*/i, '')
    .replace(/^#+\s*/, '')
    .replace(/^["“](.*)["”]$/, '$1')
    .replace(/\s+/g, ' ')
    .toLowerCase();

const remarkOf = (part: CitedPart | null, text: string): PlacedRemark[] =>
  part === null || text === '' ? [] : [{ text: `${part.name}: ${text}`, place: part.place }];

const plainList = (texts: string[]) =>
  texts.map((text) => plainModelText(text, ITEM_MAX)).filter((text) => text !== '');
