import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { PROJECT_FIELD_NAMES, PROJECT_FIELDS, PROJECT_STATUSES } from '@shipyard/contracts';
import { checkFields, type FormFields, HttpError, NO_RECORDER } from '@shipyard/http';
import { fieldErrorsOf, leadToPage, refusalOf, SessionForms } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller } from '../../accounts';
import { AssetsService } from '../../assets';
import { projectErrors, ProjectsService, UpdateProjectDto } from '../../projects';
import { SyncService } from '../../sync';
import { PageRenderer } from '../page-renderer';
import { StudioController, StudioForm, type StudioFormOptions } from '../studio/studio-form';
import { lackOf } from '../studio/publish-box';
import { studioUrl } from '../studio/project-path';
import { type ProjectStudio, StudioQuery } from '../studio/studio.query';
import { DETAIL_FIELDS, type DetailsErrors, detailsOf, sentDetails } from './project-details.fields';
import { ProjectDetailsPage } from './project-details.views';

/** Ten links of 2,000 characters, as a form encodes them. */
const LIMIT_BYTES = 128 * 1024;

/** What was typed is shown again after a new log-in. */
const KEPT_FIELDS: StudioFormOptions['keeps'] = Object.fromEntries(
  PROJECT_FIELD_NAMES.map((field) => [
    field,
    PROJECT_FIELDS[field].kind === 'choice' ? null : ({ studio }) => studio.details.fields[field].label,
  ]),
);

interface Shown {
  values?: FormFields;
  errors?: DetailsErrors;
  refusal?: HttpError | null;
  isSaved?: boolean;
}

@StudioController('studio/projects/:slug/details')
export class ProjectDetailsController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly forms: SessionForms,
    private readonly projects: ProjectsService,
    private readonly sync: SyncService,
    private readonly assets: AssetsService,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Param('slug') slug: string,
    @Query('saved') saved: unknown,
  ): Promise<void> {
    const studio = await this.studio.ofProject(request, slug);
    this.draw(request, response, studio, { isSaved: saved === 'yes' });
  }

  @Get('delete')
  showAgain(@Req() request: Request, @Res() response: Response, @Param('slug') slug: string): void {
    leadToPage(request, response, studioUrl(slug, 'details'));
  }

  @StudioForm({
    limitBytes: LIMIT_BYTES,
    keeps: {
      ...KEPT_FIELDS,
      visibility: null,
      project_status: null,
    },
  })
  @Post()
  async save(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const fields = await this.forms.read(request, response, LIMIT_BYTES);
    const studio = await this.studio.ofProject(request, slug);
    const { project_status: status, ...details } = fields;
    const refuse = (code: number, shown: Shown) =>
      this.draw(request, response.status(code), studio, { values: fields, ...shown });
    const { values, problems } = await checkFields(UpdateProjectDto, sentDetails(details));
    if (problems) return refuse(400, { errors: fieldErrorsOf(problems, fields, DETAIL_FIELDS) });
    const lack = lackOf(studio.project);
    if (studio.project.visibility === 'private' && values.visibility !== 'private' && lack !== null)
      return refuse(400, { errors: { lack } });
    const error = await this.write(caller, studio, values, status).then(() => null, refusalOf);
    if (error === null) return response.redirect(303, `${studioUrl(slug, 'details')}?saved=yes`);
    if (error.code !== projectErrors.PROJECT_INCOMPLETE.code) return refuse(error.row.status, { refusal: error });
    refuse(error.row.status, { errors: { project_status: missingOf(error) } });
  }

  @StudioForm()
  @Post('delete')
  async erase(
    @Req() request: Request,
    @Res() response: Response,
    @CurrentCaller() caller: Caller,
    @Param('slug') slug: string,
  ): Promise<void> {
    const { confirm_slug: typed = '' } = await this.forms.read(request, response);
    const studio = await this.studio.ofProject(request, slug);
    if (typed.trim() !== slug)
      return this.draw(request, response.status(400), studio, { errors: { confirm_slug: 'invalid' } });
    const erased = await this.projects.erase(caller, NO_RECORDER, slug).catch(refusalOf);
    if (erased instanceof HttpError)
      return this.draw(request, response.status(erased.row.status), studio, { refusal: erased });
    await this.assets.removeFiles(erased);
    response.redirect(303, '/studio');
  }

  /** The status comes first, because only it depends on what the project has. */
  private async write(
    caller: Caller,
    { project }: ProjectStudio,
    values: UpdateProjectDto,
    sentStatus: string | undefined,
  ): Promise<void> {
    const status = PROJECT_STATUSES.find((each) => each === sentStatus);
    if (status && status !== project.projectStatus)
      await this.sync.sync(
        caller,
        NO_RECORDER,
        { project_id: project.id, config: { project_status: status } },
        new Date(),
      );
    await this.projects.update(caller, NO_RECORDER, project.slug, values);
  }

  private draw(request: Request, response: Response, studio: ProjectStudio, shown: Shown): void {
    const { values = detailsOf(studio.project), errors = {}, refusal = null, isSaved = false } = shown;
    this.pages.send(
      request,
      response,
      (page) => ProjectDetailsPage({ page, studio, values, errors, refusal, isSaved }),
      { hasScripts: true },
    );
  }
}

function missingOf({ particulars: { details } }: HttpError): DetailsErrors['project_status'] {
  const missing: unknown[] = Array.isArray(details?.missing) ? details.missing : [];
  if (missing.length > 1) return 'both';
  return missing[0] === 'readme' ? 'readme' : 'logs';
}
