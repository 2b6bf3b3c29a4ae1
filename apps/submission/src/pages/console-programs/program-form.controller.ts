import { Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { type FormFields, type HttpError, NO_RECORDER, RequestFault } from '@shipyard/http';
import { refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import {
  isProgramId,
  ProgramEditsService,
  ProgramsService,
  type StaffProgramView,
  toStaffProgramView,
} from '../../programs';
import { slugOfName } from '../../projects';
import { ConsoleController } from '../console/console-controller';
import { PageRenderer } from '../page-renderer';
import { ProgramPageQuery } from '../programs/programs.query';
import { StudioForm, type StudioFormOptions } from '../studio/studio-form';
import {
  errorsOfFault,
  fieldsOf,
  fieldsOfCopy,
  fingerprintOf,
  NEW_FIELDS,
  PROGRAM_FIELDS,
  type ProgramDraft,
  type ProgramErrors,
  readProgramForm,
} from './program-form';
import { ProgramFormPage } from './program-form.views';
import { ProgramPreviewPage } from './program-preview.views';
import { programUrl } from './program-urls';

/** 64 KiB of Markdown, of which each byte may take three in a form. */
const LIMIT_BYTES = 256 * 1024;

/** What was typed is shown again after a new log-in. */
const KEPT_FIELDS: StudioFormOptions['keeps'] = Object.fromEntries(
  PROGRAM_FIELDS.map((field) => [
    field,
    field === 'prize' ? null : ({ consolePrograms }) => consolePrograms.fields[field].label,
  ]),
);

const FORM: StudioFormOptions = { limitBytes: LIMIT_BYTES, keeps: { ...KEPT_FIELDS, opened: null, copy: null } };

interface Shown {
  /** Null: a new one. */
  program: StaffProgramView | null;
  fields: FormFields;
  errors?: ProgramErrors;
  refusal?: HttpError | 'changed' | null;
}

@ConsoleController('console', 'admin')
export class ProgramFormController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly programs: ProgramsService,
    private readonly edits: ProgramEditsService,
    private readonly publicPages: ProgramPageQuery,
  ) {}

  @Get('new-program')
  async begin(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Query('copy') copied: unknown,
  ): Promise<void> {
    const from = typeof copied === 'string' ? toStaffProgramView(await this.programs.get(copied)) : null;
    const fields = from ? { ...fieldsOfCopy(from), copy: from.id } : NEW_FIELDS;
    this.draw(request, response, caller, { program: null, fields });
  }

  @Get('programs/:programId/edit')
  async edit(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('programId') programId: string,
  ): Promise<void> {
    const program = toStaffProgramView(await this.programs.get(programId));
    const fields = { ...fieldsOf(program), opened: fingerprintOf(program) };
    this.draw(request, response, caller, { program, fields });
  }

  @StudioForm(FORM)
  @Post('new-program')
  @HttpCode(200)
  async create(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const sent = await this.forms.read(request, response, LIMIT_BYTES);
    const fields: FormFields = { ...sent, id: sent.id?.trim() || (await slugOfName(sent.name ?? '')) };
    await this.answer(request, response, { caller, shown: { program: null, fields } }, async ({ program, docs }) => {
      const phrasesOf = fields.copy && isProgramId(fields.copy) ? fields.copy : undefined;
      await this.edits.create(caller, NO_RECORDER, program, { docs, phrasesOf });
      response.redirect(303, `${programUrl(program.id)}?done=created`);
    });
  }

  @StudioForm(FORM)
  @Post('programs/:programId/edit')
  @HttpCode(200)
  async save(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('programId') programId: string,
  ): Promise<void> {
    const sent = await this.forms.read(request, response, LIMIT_BYTES);
    const program = toStaffProgramView(await this.programs.get(programId));
    const fields: FormFields = { ...sent, id: programId };
    await this.answer(request, response, { caller, shown: { program, fields } }, async (draft) => {
      const { id: _, ...input } = draft.program;
      const isStill = (now: StaffProgramView) => fingerprintOf(now) === fields.opened;
      if (await this.edits.replace(caller, programId, input, { docs: draft.docs, isStill }))
        return response.redirect(303, `${programUrl(programId)}?done=saved`);
      // The page says that somebody else wrote meanwhile. If the form is sent again, it replaces that.
      const now = toStaffProgramView(await this.programs.get(programId));
      this.draw(request, response.status(409), caller, {
        program: now,
        fields: { ...fields, opened: fingerprintOf(now) },
        refusal: 'changed',
      });
    });
  }

  /** Saves, shows the preview, or leads back to the form, as the pressed button says. */
  private async answer(
    request: Request,
    response: Response,
    { caller, shown }: { caller: Caller; shown: Shown },
    save: (draft: ProgramDraft) => Promise<void>,
  ): Promise<void> {
    const { step, ...fields } = shown.fields;
    if (step === 'edit') return this.draw(request, response, caller, { ...shown, fields });
    const { draft, errors } = await readProgramForm(fields);
    if (draft === null) return this.draw(request, response.status(400), caller, { ...shown, fields, errors });
    try {
      if (step === 'preview') await this.preview(request, response, { caller, shown: { ...shown, fields }, draft });
      else await save(draft);
    } catch (error) {
      if (error instanceof RequestFault) {
        const found = errorsOfFault(error, fields);
        return this.draw(request, response.status(400), caller, { ...shown, fields, errors: found });
      }
      const refusal = refusalOf(error);
      this.draw(request, response.status(refusal.row.status), caller, { ...shown, fields, refusal });
    }
  }

  private async preview(
    request: Request,
    response: Response,
    { caller, shown, draft }: { caller: Caller; shown: Shown; draft: ProgramDraft },
  ): Promise<void> {
    const content = await this.publicPages.ofDraft(shown.program, {
      ...draft,
      html: await this.edits.preview(caller, draft.program.description_md ?? ''),
    });
    this.pages.send(
      request,
      response,
      (page) => ProgramPreviewPage({ page, caller, content, isNew: shown.program === null, fields: shown.fields }),
      { hasScripts: true },
    );
  }

  private draw(request: Request, response: Response, caller: Caller, shown: Shown): void {
    const { program, fields, errors = {}, refusal = null } = shown;
    this.pages.send(request, response, (page) => ProgramFormPage({ page, caller, program, fields, errors, refusal }), {
      hasScripts: true,
    });
  }
}
