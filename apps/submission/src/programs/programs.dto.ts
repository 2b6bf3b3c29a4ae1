import { INTERVIEW_QUESTIONS_MAX } from '@shipyard/contracts';
import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import { IsBoolean, IsDate, IsInt, IsString, Max, Min } from 'class-validator';
import type { Program } from './program.entity';

export class DocView {
  @Describe('The id of the document.')
  @IsString()
  id: string;

  @Describe('The title of the document.')
  @IsString()
  title: string;

  @Describe('Where the document is.')
  @IsString()
  url: string;
}

export class PrizeView {
  @Describe('The name of the prize.')
  @IsString()
  name: string;

  @Describe('Whether the prize is sent by post.')
  @IsBoolean()
  hardware: boolean;
}

export class ProgramView {
  @Describe('1-64 of `[a-z0-9-]`.')
  @IsString()
  id: string;

  @Describe('The name of the program.')
  @IsString()
  name: string;

  @Describe('The program in one sentence.')
  @IsString()
  tagline: string;

  @Describe('Sanitized HTML.')
  @IsString()
  description_html: string;

  @Describe('When it begins. Null: it has begun.')
  @OrNull()
  @IsDate()
  starts_at: Date | null;

  @Describe('When it ends. Null: it has no end.')
  @OrNull()
  @IsDate()
  ends_at: Date | null;

  @Describe('Whether the program accepts projects: now is between starts_at and ends_at, and staff have not closed it.')
  @IsBoolean()
  open: boolean;

  @Describe('How many logs a project needs before a review.')
  @IsInt()
  @Min(1)
  logs_required: number;

  @Describe('The number of questions in an interview; 0: the program has no interviews.')
  @IsInt()
  @Min(0)
  @Max(INTERVIEW_QUESTIONS_MAX)
  interview_questions: number;

  @Describe('What participants get. Null if there is no prize.')
  @OrNull()
  @Holds(() => PrizeView)
  prize: PrizeView | null;

  @Describe('Documents that participants should read.')
  @ListOf(() => DocView)
  docs: DocView[];

  @Describe('The number of public projects.')
  @IsInt()
  project_count: number;
}

export class RubricItemView {
  @Describe('The id of the item.')
  @IsString()
  id: string;

  @Describe('What reviews judge.')
  @IsString()
  label: string;
}

export class StaffProgramView extends ProgramView {
  @Describe('The description as Markdown.')
  @IsString()
  description_md: string;

  @Describe('Whether staff have closed the program, regardless of its dates.')
  @IsBoolean()
  closed: boolean;

  @Describe('The items that a review scores.')
  @ListOf(() => RubricItemView)
  rubric: RubricItemView[];
}

export type ProgramRow = Program & { docs: DocView[]; projectCount: number };

export function isOpen(program: Pick<Program, 'closed' | 'startsAt' | 'endsAt'>, now = new Date()): boolean {
  return (
    !program.closed &&
    (program.startsAt === null || program.startsAt <= now) &&
    (program.endsAt === null || now < program.endsAt)
  );
}

export function toProgramView(program: ProgramRow): ProgramView {
  const { prizeName, prizeHardware } = program;
  return {
    id: program.id,
    name: program.name,
    tagline: program.tagline,
    description_html: program.descriptionHtml,
    starts_at: program.startsAt,
    ends_at: program.endsAt,
    open: isOpen(program),
    logs_required: program.logsRequired,
    interview_questions: program.interviewQuestions,
    prize: prizeName === null || prizeHardware === null ? null : { name: prizeName, hardware: prizeHardware },
    docs: program.docs,
    project_count: program.projectCount,
  };
}

export const toStaffProgramView = (program: ProgramRow): StaffProgramView => ({
  ...toProgramView(program),
  description_md: program.descriptionMd,
  closed: program.closed,
  rubric: program.rubric,
});

/** Malformed ids do not reach the database, which fails on a NUL. */
export const isProgramId = (value: string) => /^[a-z0-9-]{1,64}$/.test(value);
