import { Injectable } from '@nestjs/common';
import { inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { DataSource, type EntityManager } from 'typeorm';
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

  /** `phrasesOf`: the program whose prepared phrases are copied. */
  async create(
    caller: Caller,
    recorder: ResponseRecorder,
    { id, name, ...input }: CreateProgramDto,
    { docs = [], phrasesOf }: { docs?: readonly DocView[]; phrasesOf?: string } = {},
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
      await replaceDocs(manager, { caller, programId: id, before: [], docs });
      if (phrasesOf !== undefined)
        await manager.query(
          'INSERT INTO program_phrases (program_id, position, text) SELECT $1, position, text FROM program_phrases WHERE program_id = $2',
          [id, phrasesOf],
        );
    });
  }

  /**
   * Writes the program with all its documents, unless somebody changed it since it was read. Returns false then.
   * `isStill` gets the program, which nobody else changes meanwhile.
   */
  async replace(
    caller: Caller,
    programId: string,
    { name, ...input }: UpdateProgramDto,
    { docs, isStill }: { docs: readonly DocView[]; isStill: (program: StaffProgramView) => boolean },
  ): Promise<boolean> {
    const fields = { name, ...(await this.fieldsOf(caller, input)) };
    return readingConstraints(() =>
      this.dataSource.transaction(async (manager) => {
        await manager.query('SELECT FROM programs WHERE id = $1 FOR UPDATE', [programId]);
        const before = await this.programs.get(programId, manager);
        if (!isStill(toStaffProgramView(before))) return false;
        await manager.update(Program, { id: programId }, fields);
        await manager.insert(ProgramAuditEntry, {
          programId,
          actorId: caller.accountId,
          action: 'change_program',
          fields: namesOf({ name, ...input }),
        });
        await replaceDocs(manager, { caller, programId, before: before.docs, docs });
        return true;
      }),
    );
  }

  /** The description as the page shows it. Nothing is stored. */
  async preview(caller: Caller, markdown: string): Promise<string> {
    return (await this.describe(caller, markdown)).descriptionHtml;
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
        await writeDoc(manager, programId, { id: docId, title, url });
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
    return readingConstraints(() =>
      this.dataSource.transaction(async (manager) => {
        await work(manager);
        return recorder.record(manager, { program: toStaffProgramView(await this.programs.get(programId, manager)) });
      }),
    );
  }
}

/** Says which field breaks a rule of the table. */
async function readingConstraints<Done>(work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'programs_pkey') throw inputInvalid('id', 'is already the id of another program');
    if (constraint === 'programs_period_check') throw inputInvalid('ends_at', 'must be later than starts_at');
    throw error;
  }
}

interface DocChange {
  caller: Caller;
  programId: string;
  before: readonly DocView[];
  docs: readonly DocView[];
}

/** Each document that changes has its entry, as if it were written alone. */
async function replaceDocs(manager: EntityManager, { caller, programId, before, docs }: DocChange): Promise<void> {
  const entry = { programId, actorId: caller.accountId };
  for (const doc of docs) {
    const same = before.find(({ id }) => id === doc.id);
    if (same && same.title === doc.title && same.url === doc.url) continue;
    await writeDoc(manager, programId, doc);
    await manager.insert(ProgramAuditEntry, { ...entry, action: 'put_document', documentId: doc.id });
  }
  for (const { id } of before) {
    if (docs.some((doc) => doc.id === id)) continue;
    await manager.query('DELETE FROM program_docs WHERE program_id = $1 AND id = $2', [programId, id]);
    await manager.insert(ProgramAuditEntry, { ...entry, action: 'remove_document', documentId: id });
  }
}

const writeDoc = (manager: EntityManager, programId: string, { id, title, url }: DocView) =>
  manager.query(
    `INSERT INTO program_docs (program_id, id, title, url) VALUES ($1, $2, $3, $4)
     ON CONFLICT (program_id, id) DO UPDATE SET title = excluded.title, url = excluded.url`,
    [programId, id, title, url],
  );

const namesOf = (input: object) =>
  Object.entries(input)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .sort();

const timeOf = (sent: string | null | undefined) => (typeof sent === 'string' ? new Date(sent) : sent);
