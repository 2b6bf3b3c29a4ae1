import { Injectable } from '@nestjs/common';
import type { VersionedRead } from '@shipyard/http';
import type { EntityManager } from 'typeorm';
import { PublicReads } from '../database/public-reads';
import { Program } from './program.entity';
import { type DocView, isOpen, isProgramId, type ProgramRow, type ProgramView, toProgramView } from './programs.dto';
import { programErrors } from './programs.errors';

const SELECT_PROGRAMS = `
  SELECT program.id, program.name, program.tagline, program.description_md AS "descriptionMd", program.description_html AS "descriptionHtml",
    program.starts_at AS "startsAt", program.ends_at AS "endsAt", program.closed, program.logs_required AS "logsRequired",
    program.interview_questions AS "interviewQuestions", program.rubric,
    program.prize_name AS "prizeName", program.prize_hardware AS "prizeHardware",
    (SELECT coalesce(json_agg(json_build_object('id', doc.id, 'title', doc.title, 'url', doc.url) ORDER BY doc.id), '[]')
     FROM program_docs doc WHERE doc.program_id = program.id) AS docs,
    program.project_count AS "projectCount"
  FROM programs program`;

const NEWEST_FIRST = 'ORDER BY program.created_at DESC, program.id';

const SELECT_VERSIONS = `
  SELECT program.id, program.version, starts_at AS "startsAt", ends_at AS "endsAt", closed FROM programs program`;

type ProgramVersionRow = Pick<Program, 'id' | 'startsAt' | 'endsAt' | 'closed'> & { version: string };

/** Includes whether the program is open, which changes without a change of its row. */
const versionOf = (program: ProgramVersionRow) => [program.version, isOpen(program)];

@Injectable()
export class ProgramsService {
  constructor(private readonly reads: PublicReads) {}

  async readAll(): Promise<VersionedRead<{ programs: ProgramView[] }>> {
    const programs = await this.reads.query<ProgramVersionRow[]>(`${SELECT_VERSIONS} ${NEWEST_FIRST}`);
    return {
      version: programs.flatMap(versionOf),
      read: async () => ({ programs: (await this.list()).map(toProgramView) }),
    };
  }

  async read(programId: string): Promise<VersionedRead<{ program: ProgramView }>> {
    return {
      version: await this.version(programId),
      read: async () => ({ program: toProgramView(await this.get(programId)) }),
    };
  }

  async readDocs(programId: string): Promise<VersionedRead<{ docs: DocView[] }>> {
    return { version: await this.version(programId), read: async () => ({ docs: (await this.get(programId)).docs }) };
  }

  async readDoc(programId: string, docId: string): Promise<VersionedRead<{ docs: DocView[] }>> {
    return {
      version: await this.version(programId, docId),
      read: async () => ({ docs: [await this.doc(programId, docId)] }),
    };
  }

  async version(programId: string, docId?: string): Promise<VersionedRead<unknown>['version']> {
    if (!isProgramId(programId)) throw programErrors.PROGRAM_NOT_FOUND();
    const named = docId === undefined || isProgramId(docId) ? docId : '';
    const [program] = await this.reads.query<(ProgramVersionRow & { hasDoc: boolean })[]>(
      `SELECT program.*, $2::text IS NULL OR EXISTS (SELECT FROM program_docs doc WHERE doc.program_id = program.id AND doc.id = $2) AS "hasDoc"
       FROM (${SELECT_VERSIONS}) program WHERE program.id = $1`,
      [programId, named],
    );
    if (!program) throw programErrors.PROGRAM_NOT_FOUND();
    if (!program.hasDoc) throw programErrors.DOC_NOT_FOUND();
    return versionOf(program);
  }

  list(): Promise<ProgramRow[]> {
    return this.reads.query<ProgramRow[]>(`${SELECT_PROGRAMS} ${NEWEST_FIRST}`);
  }

  /** The programs after this one, newest first. An id that no program has gives none. */
  listAfter(programId: string | null, limit: number): Promise<ProgramRow[]> {
    return this.reads.query<ProgramRow[]>(
      `${SELECT_PROGRAMS} LEFT JOIN programs last ON last.id = $1
       WHERE $1::text IS NULL OR program.created_at < last.created_at OR (program.created_at = last.created_at AND program.id > last.id)
       ${NEWEST_FIRST} LIMIT $2`,
      [programId, limit],
    );
  }

  /** The programs that take projects now. */
  async listOpen(): Promise<ProgramRow[]> {
    return (await this.list()).filter((program) => isOpen(program));
  }

  async get(programId: string, manager = this.reads): Promise<ProgramRow> {
    if (!isProgramId(programId)) throw programErrors.PROGRAM_NOT_FOUND();
    const [program] = await manager.query<ProgramRow[]>(`${SELECT_PROGRAMS} WHERE program.id = $1`, [programId]);
    if (!program) throw programErrors.PROGRAM_NOT_FOUND();
    return program;
  }

  async doc(programId: string, docId: string): Promise<DocView> {
    const { docs } = await this.get(programId);
    const doc = docs.find(({ id }) => id === docId);
    if (!doc) throw programErrors.DOC_NOT_FOUND();
    return doc;
  }

  /** Returns how many questions an interview of the program has; none: it has no interviews. */
  async interviewQuestions(manager: EntityManager, programId: string): Promise<number> {
    const { interviewQuestions } = await manager.findOneByOrFail(Program, { id: programId });
    return interviewQuestions;
  }

  async assertOpen(manager: EntityManager, programId: string): Promise<void> {
    const program = await manager.findOneBy(Program, { id: programId });
    if (!program) throw programErrors.PROGRAM_NOT_FOUND();
    if (!isOpen(program)) throw programErrors.PROGRAM_CLOSED();
  }
}
