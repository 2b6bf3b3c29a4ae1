import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { type FoundObject, ObjectOvertaken, ObjectStore } from '@shipyard/platform/object-store';
import { DataSource } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { LedgerFile, partKey } from './ledger-file.entity';
import { LedgerFileJobs } from './ledger-file-jobs';
import { type LedgerFileView, toLedgerFileView } from './ledger-file.view';
import type { CreateLedgerFileDto } from './ledger-files.dto';

/** After it was asked for, and again after it was written. */
export const LEDGER_FILE_HOURS = 24;

@Injectable()
export class LedgerFilesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    private readonly store: ObjectStore,
    private readonly jobs: LedgerFileJobs,
  ) {}

  /** With an id that is taken, it answers with the file that has it: a form that is sent twice asks once. */
  async create(
    actor: Actor,
    recorder: ResponseRecorder,
    { customer_id, request_id, from, to }: CreateLedgerFileDto,
    id = uuidv7(),
  ): Promise<{ ledger_file: LedgerFileView }> {
    const answer = await this.changes.make(actor, recorder, 'ledger_file.create', async (manager) => {
      const made = await manager.query<unknown[]>(INSERT, [
        id,
        actor.name,
        customer_id ?? null,
        request_id ?? null,
        from ?? null,
        to ?? null,
      ]);
      const view = toLedgerFileView(await manager.findOneByOrFail(LedgerFile, { id }));
      return {
        subjectId: id,
        before: null,
        after: view,
        answer: { ledger_file: view },
        isRepetition: made.length === 0,
      };
    });
    await this.jobs.add(id);
    return answer;
  }

  list(page: PageQuery): Promise<Page<LedgerFileView>> {
    const files = this.dataSource.manager.createQueryBuilder(LedgerFile, 'file').where('file.expires_at > now()');
    return readPage(files, page, NEWEST_FIRST, toLedgerFileView);
  }

  async find(fileId: string): Promise<LedgerFileView> {
    return toLedgerFileView(await this.findFile(fileId));
  }

  /** Throws CONFLICT until the file is whole. Its first part is found before, so that a lost one is an error. */
  async open(fileId: string): Promise<{ bytes: number; content: Readable }> {
    const file = await this.findFile(fileId);
    if (file.status !== 'succeeded')
      throw changeErrors.CONFLICT({ message: 'This file is still being written. Read its status, and try again.' });
    const first = await this.findPart(file, 0);
    return { bytes: Number(file.bytes), content: Readable.from(this.partsOf(file, first), { objectMode: false }) };
  }

  private async *partsOf(file: LedgerFile, first: FoundObject): AsyncGenerator<Uint8Array> {
    yield* read(first);
    for (let part = 1; part < file.partCount; part += 1) yield* read(await this.findPart(file, part));
  }

  private async findPart(file: LedgerFile, part: number): Promise<FoundObject> {
    const found = await this.store.get(partKey(file, part));
    // It was deleted because the file has just expired.
    if (found === null) throw new ObjectOvertaken('A part of a ledger file is gone');
    return found;
  }

  private async findFile(fileId: string): Promise<LedgerFile> {
    const file = await this.dataSource.manager
      .createQueryBuilder(LedgerFile, 'file')
      .where('file.id = :fileId AND file.expires_at > now()', { fileId })
      .getOne();
    if (!file)
      throw envelopeErrors.NOT_FOUND({
        message: `There is no ledger file with this id, or it has expired after ${LEDGER_FILE_HOURS} hours. Ask for a new one with POST /admin/ledger-files.`,
      });
    return file;
  }
}

async function* read(part: FoundObject): AsyncGenerator<Uint8Array> {
  for await (const chunk of await part.read()) yield chunk as Uint8Array;
}

const INSERT = `
  INSERT INTO ledger_files (id, asked_by, customer_id, request_id, starts_at, ends_at, expires_at)
  VALUES ($1, $2, $3::uuid, $4::text, $5::timestamptz, least($6::timestamptz, now()), now() + interval '${LEDGER_FILE_HOURS} hours')
  ON CONFLICT (id) DO NOTHING RETURNING id`;
