import { randomUUID } from 'node:crypto';
import { Get, Param, Query } from '@nestjs/common';
import { checkFields, NO_RECORDER } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { CreateLedgerFileDto, LedgerFilesService } from '../ledger-files';
import { Needs } from '../operators';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { ledgerFileUrl } from './console-parts';
import { assertUuid, cursorOf, orNoPage } from './found';
import { LedgerFilePage, LedgerFilesPage } from './ledger-files.views';
import { readLedgerFields } from './ledger-address';
import { said } from './record-form';

/** How soon the page of a file looks again while it is written. */
const AGAIN_SECONDS = 2;

@ConsoleController('ledger/files')
export class LedgerFilePagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly files: LedgerFilesService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query() query: Readonly<Record<string, unknown>>): Promise<void> {
    const cursor = cursorOf(query.after);
    const { items, next_cursor: next } = await this.files.list({ cursor });
    this.pages.send(visit, (page) =>
      LedgerFilesPage({
        page,
        fields: readLedgerFields(query),
        newId: randomUUID(),
        items,
        next,
        isFirst: cursor === undefined,
      }),
    );
  }

  /** The id is made with the form, so that a form sent twice asks once. A value that nobody can have is none. */
  @ConsoleForm('', ['id', 'customer_id', 'request_id', 'from', 'to'])
  @Needs('operator')
  async create(@Visit() visit: ConsoleVisit): Promise<void> {
    const sent = await this.pages.read(visit);
    const { customer_id, request_id, from, to } = readLedgerFields(sent);
    const { values } = await checkFields(CreateLedgerFileDto, {
      ...said('customer_id', customer_id),
      ...said('request_id', request_id),
      ...said('from', from),
      ...said('to', to),
    });
    const id = isUUID(sent.id) ? String(sent.id).toLowerCase() : randomUUID();
    await this.files.create(visit.operator, NO_RECORDER, values ?? {}, id);
    visit.leadTo(ledgerFileUrl(id));
  }

  @Get(':id')
  async show(@Visit() visit: ConsoleVisit, @Param('id') id: string): Promise<void> {
    assertUuid(id);
    const file = await orNoPage(() => this.files.find(id));
    if (file.status !== 'succeeded') visit.response.set('refresh', String(AGAIN_SECONDS));
    this.pages.send(visit, (page) => LedgerFilePage({ page, file }));
  }
}
