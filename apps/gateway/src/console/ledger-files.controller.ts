import { randomUUID } from 'node:crypto';
import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, NO_RECORDER } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { CreateLedgerFileDto, LedgerFilesService } from '../ledger-files';
import { CalledBy, Needs, type Operator } from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
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
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly files: LedgerFilesService,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const cursor = cursorOf(query.after);
    const { items, next_cursor: next } = await this.files.list({ cursor });
    this.pages.send(request, response, (page) =>
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
  @ConsoleForm(['id', 'customer_id', 'request_id', 'from', 'to'])
  @Post()
  @HttpCode(200)
  @Needs('operator')
  async create(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const sent = await this.forms.read(request, response);
    const { customer_id, request_id, from, to } = readLedgerFields(sent);
    const { values } = await checkFields(CreateLedgerFileDto, {
      ...said('customer_id', customer_id),
      ...said('request_id', request_id),
      ...said('from', from),
      ...said('to', to),
    });
    const id = isUUID(sent.id) ? String(sent.id).toLowerCase() : randomUUID();
    await this.files.create(operator, NO_RECORDER, values ?? {}, id);
    response.redirect(303, ledgerFileUrl(id));
  }

  @Get(':id')
  async show(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    assertUuid(id);
    const file = await orNoPage(() => this.files.find(id));
    if (file.status !== 'succeeded') response.set('refresh', String(AGAIN_SECONDS));
    this.pages.send(request, response, (page) => LedgerFilePage({ page, file }));
  }
}
