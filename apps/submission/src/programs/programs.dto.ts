import type { Program } from './program.entity';

export interface DocView {
  id: string;
  title: string;
  url: string;
}

export interface ProgramView {
  id: string;
  name: string;
  tagline: string;
  description_html: string;
  starts_at: Date | null;
  ends_at: Date | null;
  /** Now is between starts_at and ends_at, and staff have not closed it. */
  open: boolean;
  logs_required: number;
  interview_questions: number;
  prize: { name: string; hardware: boolean } | null;
  docs: DocView[];
  /** Public projects. */
  project_count: number;
}

/** A program with what is counted and gathered for it. */
export type ProgramRow = Program & { docs: DocView[]; projectCount: number };

export function isOpen(program: Pick<Program, 'closed' | 'startsAt' | 'endsAt'>, now = new Date()): boolean {
  return !program.closed && (program.startsAt === null || program.startsAt <= now) && (program.endsAt === null || now < program.endsAt);
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

/** What cannot be an id is not asked of the database, which would choke on a NUL. */
export const isProgramId = (value: string) => /^[a-z0-9-]{1,64}$/.test(value);
