import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';
import { Program } from './program.entity';
import { type DocView, isOpen, isProgramId, type ProgramRow } from './programs.dto';
import { programErrors } from './programs.errors';

const SELECT_PROGRAMS = `
  SELECT program.id, program.name, program.tagline, description_md AS "descriptionMd", description_html AS "descriptionHtml",
    starts_at AS "startsAt", ends_at AS "endsAt", closed, logs_required AS "logsRequired", interview_questions AS "interviewQuestions", rubric,
    prize_name AS "prizeName", prize_hardware AS "prizeHardware",
    (SELECT coalesce(json_agg(json_build_object('id', doc.id, 'title', doc.title, 'url', doc.url) ORDER BY doc.id), '[]')
     FROM program_docs doc WHERE doc.program_id = program.id) AS docs,
    program.project_count AS "projectCount"
  FROM programs program`;

@Injectable()
export class ProgramsService {
  constructor(private readonly dataSource: DataSource) {}

  /** All programs, the newest first. */
  list(): Promise<ProgramRow[]> {
    return this.dataSource.query<ProgramRow[]>(`${SELECT_PROGRAMS} ORDER BY program.created_at DESC, program.id`);
  }

  async get(programId: string, manager = this.dataSource.manager): Promise<ProgramRow> {
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

  /** Throws unless the program exists and takes projects now. */
  async assertOpen(manager: EntityManager, programId: string): Promise<void> {
    const program = await manager.findOneBy(Program, { id: programId });
    if (!program) throw programErrors.PROGRAM_NOT_FOUND();
    if (!isOpen(program)) throw programErrors.PROGRAM_CLOSED();
  }
}
