import { Injectable } from '@nestjs/common';
import { inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';
import { MarkdownRenderer } from '../markdown/markdown-renderer';
import { refuseUnrenderable } from '../markdown/unrenderable';
import { readText } from '../text/body';
import { Program } from './program.entity';
import { ProgramAuditEntry } from './program-audit-entry.entity';
import type { CreateProgramDto, PutDocDto, UpdateProgramDto } from './program-edits.dto';
import { type DocView, isProgramId, type StaffProgramView, toStaffProgramView } from './programs.dto';
import { programErrors } from './programs.errors';
import { ProgramsService } from './programs.service';

const DESCRIPTION_LIMIT_BYTES = 64 * 1024;

@Injectable()
export class ProgramEditsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly programs: ProgramsService,
    private readonly renderer: MarkdownRenderer,
  ) {}

  async list(): Promise<StaffProgramView[]> {
    return (await this.programs.list()).map(toStaffProgramView);
  }

  async create(
    caller: Caller,
    recorder: ResponseRecorder,
    { id, name, ...input }: CreateProgramDto,
  ): Promise<{ program: StaffProgramView }> {
    const fields = await this.fieldsOf(caller, input);
    return this.write(id, recorder, async (manager) => {
      await manager.insert(Program, { ...fields, id, name });
      await manager.insert(ProgramAuditEntry, {
        programId: id,
        actorId: caller.accountId,
        action: 'create_program',
        fields: namesOf({ name, ...input }),
      });
    });
  }

  async update(
    caller: Caller,
    recorder: ResponseRecorder,
    programId: string,
    { name, ...input }: UpdateProgramDto,
  ): Promise<{ program: StaffProgramView }> {
    await this.programs.get(programId);
    const fields = { name, ...(await this.fieldsOf(caller, input)) };
    return this.write(programId, recorder, async (manager) => {
      if (Object.values(fields).every((value) => value === undefined)) return;
      const { affected } = await manager.update(Program, { id: programId }, fields);
      const entry = {
        programId,
        actorId: caller.accountId,
        action: 'change_program' as const,
        fields: namesOf({ name, ...input }),
      };
      if (affected === 1) await manager.insert(ProgramAuditEntry, entry);
    });
  }

  async putDoc(
    caller: Caller,
    recorder: ResponseRecorder,
    programId: string,
    docId: string,
    { title, url }: PutDocDto,
  ): Promise<{ doc: DocView }> {
    if (!isProgramId(programId)) throw programErrors.PROGRAM_NOT_FOUND();
    if (!isProgramId(docId)) throw inputInvalid('docId', 'must have 1 to 64 characters of a-z, 0-9 and -');
    try {
      return await this.dataSource.transaction(async (manager) => {
        await manager.query(
          `INSERT INTO program_docs (program_id, id, title, url) VALUES ($1, $2, $3, $4)
           ON CONFLICT (program_id, id) DO UPDATE SET title = excluded.title, url = excluded.url`,
          [programId, docId, title, url],
        );
        await manager.insert(ProgramAuditEntry, {
          programId,
          actorId: caller.accountId,
          action: 'put_document',
          documentId: docId,
        });
        return recorder.record(manager, { doc: { id: docId, title, url } });
      });
    } catch (error) {
      throw violatedConstraint(error) === 'program_docs_program_id_fkey' ? programErrors.PROGRAM_NOT_FOUND() : error;
    }
  }

  async removeDoc(
    caller: Caller,
    recorder: ResponseRecorder,
    programId: string,
    docId: string,
  ): Promise<{ doc: DocView }> {
    const doc = await this.programs.doc(programId, docId);
    return this.dataSource.transaction(async (manager) => {
      const [, removed] = await manager.query<[unknown[], number]>(
        'DELETE FROM program_docs WHERE program_id = $1 AND id = $2',
        [programId, docId],
      );
      if (removed === 0) throw programErrors.DOC_NOT_FOUND();
      await manager.insert(ProgramAuditEntry, {
        programId,
        actorId: caller.accountId,
        action: 'remove_document',
        documentId: docId,
      });
      return recorder.record(manager, { doc });
    });
  }

  private async fieldsOf(caller: Caller, input: Omit<UpdateProgramDto, 'name'>): Promise<Partial<Program>> {
    const {
      tagline,
      closed,
      logs_required: logsRequired,
      interview_questions: interviewQuestions,
      rubric,
      prize,
    } = input;
    return {
      tagline,
      closed,
      logsRequired,
      interviewQuestions,
      rubric: rubric?.map(({ id, label }) => ({ id, label })),
      startsAt: timeOf(input.starts_at),
      endsAt: timeOf(input.ends_at),
      ...(prize !== undefined && { prizeName: prize && prize.name, prizeHardware: prize && prize.hardware }),
      ...(input.description_md !== undefined && (await this.describe(caller, input.description_md))),
    };
  }

  private async describe(
    caller: Caller,
    markdown: string,
  ): Promise<Pick<Program, 'descriptionMd' | 'descriptionHtml'>> {
    const descriptionMd = readText('description_md', markdown, DESCRIPTION_LIMIT_BYTES);
    const rendering = this.renderer.startChargedRendering(caller.accountId);
    const { html } = await rendering.render(descriptionMd, new Map()).catch(refuseUnrenderable('description_md'));
    return { descriptionMd, descriptionHtml: html };
  }

  private async write(
    programId: string,
    recorder: ResponseRecorder,
    work: (manager: DataSource['manager']) => Promise<unknown>,
  ): Promise<{ program: StaffProgramView }> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        await work(manager);
        return recorder.record(manager, { program: toStaffProgramView(await this.programs.get(programId, manager)) });
      });
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (constraint === 'programs_pkey') throw inputInvalid('id', 'is already the id of another program');
      if (constraint === 'programs_period_check') throw inputInvalid('ends_at', 'must be later than starts_at');
      throw error;
    }
  }
}

const namesOf = (input: object) =>
  Object.entries(input)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort();

const timeOf = (sent: string | null | undefined) => (typeof sent === 'string' ? new Date(sent) : sent);
