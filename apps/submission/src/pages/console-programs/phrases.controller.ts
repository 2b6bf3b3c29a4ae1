import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FormFields } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { ProgramPhrasesService, ProgramsService } from '../../programs';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { StudioForm } from '../studio/studio-form';
import type { Words } from '../words/words';
import { phrasesError, phrasesIn, textOfPhrases } from './phrase-form';
import { type PhrasesShown, PhrasesPage } from './phrases.views';
import { programUrl } from './program-urls';

/** 30 phrases of 1,000 characters, of which each may take twelve bytes in a form, twice. */
const LIMIT_BYTES = 768 * 1024;

/** Reviewers write them, and admins copy them with a program. */
@ConsoleController('console/programs/:programId/phrases', 'reviewer', 'admin')
export class PhrasesPageController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly programs: ProgramsService,
    private readonly phrases: ProgramPhrasesService,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('programId') programId: string,
    @Query('done') done: unknown,
  ): Promise<void> {
    const { id } = await this.programs.get(programId);
    const text = textOfPhrases(await this.phrases.list(id));
    await this.draw(request, response, { caller, programId }, { text, seen: text, isSaved: done === 'saved' });
  }

  @StudioForm({
    limitBytes: LIMIT_BYTES,
    keeps: { phrases: ({ consolePrograms }: Words) => consolePrograms.phrases.label, seen: null },
  })
  @Post()
  async save(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('programId') programId: string,
  ): Promise<void> {
    const { phrases: text = '', seen = '' }: FormFields = await this.forms.read(request, response, LIMIT_BYTES);
    const phrases = phrasesIn(text);
    const error = phrasesError(phrases);
    if (error) return this.draw(request, response.status(400), { caller, programId }, { text, seen, error });
    if (await this.phrases.replace(caller, programId, phrases, phrasesIn(seen)))
      return response.redirect(303, `${programUrl(programId, 'phrases')}?done=saved`);
    const now = textOfPhrases(await this.phrases.list(programId));
    await this.draw(request, response.status(409), { caller, programId }, { text, seen: now, isChanged: true });
  }

  private async draw(
    request: Request,
    response: Response,
    { caller, programId }: { caller: Caller; programId: string },
    shown: PhrasesShown,
  ): Promise<void> {
    const program = await this.programs.get(programId);
    this.pages.send(request, response, (page) => PhrasesPage({ page, caller, program, ...shown }), {
      hasScripts: true,
    });
  }
}
