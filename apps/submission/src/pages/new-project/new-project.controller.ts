import { Get, Post, Query, Req, Res } from '@nestjs/common';
import { checkFields, type FormFields, HttpError, NO_RECORDER } from '@shipyard/http';
import { fieldErrorsOf, refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { programErrors, ProgramsService } from '../../programs';
import { CreateProjectDto, projectErrors, ProjectsService, SlugsService } from '../../projects';
import { PageRenderer } from '../page-renderer';
import { StudioController, StudioForm } from '../studio/studio-form';
import { studioUrl } from '../studio/project-path';
import { StudioQuery } from '../studio/studio.query';
import { NEW_PROJECT_FIELDS, type NewProjectErrors, NewProjectPage } from './new-project.views';

/** Leaves room for the end of a slug that is made of a handle. */
const HANDLE_LENGTH = 24;

interface Shown {
  values: FormFields;
  errors: NewProjectErrors;
  refusal: HttpError | null;
}

@StudioController('studio/new')
export class NewProjectController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly forms: SessionForms,
    private readonly programs: ProgramsService,
    private readonly projects: ProjectsService,
    private readonly slugs: SlugsService,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Query('program') program: unknown): Promise<void> {
    const values: FormFields = typeof program === 'string' ? { program_id: program } : {};
    await this.draw(request, response, { values, errors: {}, refusal: null });
  }

  @StudioForm({
    keeps: {
      program_id: null,
      name: ({ studio }) => studio.create.name,
      slug: ({ studio }) => studio.create.slug,
    },
  })
  @Post()
  async create(@Req() request: Request, @Res() response: Response, @CurrentCaller() caller: Caller): Promise<void> {
    const fields = await this.forms.read(request, response);
    const { program_id, name = '', slug: typed = '' } = fields;
    const slug = typed.trim().toLowerCase();
    const refuse = (status: number, shown: Partial<Shown>) =>
      this.draw(request, response.status(status), { values: { ...fields, slug }, errors: {}, refusal: null, ...shown });
    if (slug === '' && name.trim() !== '') {
      const suggested = await this.slugs.suggest(name, `${caller.handle.slice(0, HANDLE_LENGTH)}-project`);
      return refuse(400, { values: { ...fields, slug: suggested ?? '' }, errors: { slug: 'suggested' } });
    }
    const { values, problems } = await checkFields(CreateProjectDto, { program_id, name, slug, visibility: 'private' });
    if (problems) return refuse(400, { errors: await this.errorsOf(problems, fields, slug) });
    const error = await this.projects.create(caller, NO_RECORDER, values).then(() => null, refusalOf);
    if (error === null) return response.redirect(303, studioUrl(slug));
    const errors = CODES[error.code];
    if (errors?.slug && (await this.isRepeated(request, values))) return response.redirect(303, studioUrl(slug));
    await refuse(error.row.status, errors ? { errors } : { refusal: error });
  }

  private async errorsOf(
    problems: Parameters<typeof fieldErrorsOf>[0],
    fields: FormFields,
    slug: string,
  ): Promise<NewProjectErrors> {
    const errors = fieldErrorsOf(problems, fields, NEW_PROJECT_FIELDS);
    const isReserved = errors.slug !== undefined && (await this.slugs.check(slug)).reason === 'reserved';
    return isReserved ? { ...errors, slug: 'reserved' } : errors;
  }

  /** A double click sends the form twice. The second finds the project that the first has made. */
  private async isRepeated(
    request: Request,
    { slug, name, program_id: programId }: CreateProjectDto,
  ): Promise<boolean> {
    const { projects } = await this.studio.ofAccount(request);
    const made = projects.find((each) => each.slug === slug);
    return made?.name === name && made.program.id === programId && !made.hasReadme && made.logCount === 0;
  }

  private async draw(request: Request, response: Response, shown: Shown): Promise<void> {
    const [studio, programs] = await Promise.all([this.studio.ofAccount(request), this.programs.listOpen()]);
    this.pages.send(request, response, (page) => NewProjectPage({ page, studio, programs, ...shown }), {
      hasScripts: true,
    });
  }
}

const CODES: Readonly<Record<string, NewProjectErrors | undefined>> = {
  [projectErrors.SLUG_TAKEN.code]: { slug: 'taken' },
  [programErrors.PROGRAM_CLOSED.code]: { program_id: 'closed' },
  [programErrors.PROGRAM_NOT_FOUND.code]: { program_id: 'missing' },
};
