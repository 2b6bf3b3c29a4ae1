import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, Recorder, type ResponseRecorder, versionedEnvelope } from '@shipyard/http';
import { accountErrors, type Caller, CurrentCaller, NeedsScope, OptionalCaller, PublicRead } from '../accounts';
import { limitErrors } from '../limits/limits.errors';
import { LimitedBy } from '../limits/rate-limits';
import { programErrors } from '../programs';
import { LogPageView, ProjectListsService, ProjectListView, ProjectReadsService, ProjectView } from '../project-reads';
import { CreateProjectDto, LogPageQuery, UpdateProjectDto, ProjectListQuery } from './projects.dto';
import { projectErrors } from './projects.errors';
import { ProjectsService } from './projects.service';

@Controller('api/v1/projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly lists: ProjectListsService,
  ) {}

  @NeedsScope('projects:write')
  @Post()
  @ApiOperation({
    summary: 'Create a project',
    description:
      'Without `visibility` it is public. It is private if the token may not publish, or if the account is below the age of consent and no guardian has agreed.',
    data: { project: ProjectView },
    errors: [
      accountErrors.GUARDIAN_REQUIRED,
      programErrors.PROGRAM_NOT_FOUND,
      programErrors.PROGRAM_CLOSED,
      projectErrors.SLUG_TAKEN,
      projectErrors.PROJECT_INCOMPLETE,
      limitErrors.QUOTA_EXCEEDED,
    ],
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Body() input: CreateProjectDto,
  ) {
    return envelope(await this.projects.create(caller, recorder, input));
  }

  @NeedsScope('projects:write')
  @Patch(':slug')
  @ApiOperation({
    summary: 'Change the properties of a project',
    description: 'An absent field keeps its value.',
    data: { project: ProjectView },
    errors: [accountErrors.GUARDIAN_REQUIRED, projectErrors.PROJECT_NOT_FOUND],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() input: UpdateProjectDto,
  ) {
    return envelope(await this.projects.update(caller, recorder, slug, input));
  }

  @PublicRead()
  @LimitedBy('searches')
  @Get()
  @ApiOperation({ summary: 'List public projects', data: ProjectListView })
  async wall(@Query() query: ProjectListQuery) {
    return versionedEnvelope(await this.lists.listPublic(query));
  }

  @NeedsScope('projects:read')
  @PublicRead()
  @Get(':slug')
  @ApiOperation({
    summary: 'Read a project with its README, logs and review',
    description: 'Only its owner and staff can read a private project.',
    data: ProjectView,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async detail(@Param('slug') slug: string, @OptionalCaller() caller: Caller | null) {
    return versionedEnvelope(await this.reads.detail(slug, caller));
  }

  @NeedsScope('projects:read')
  @PublicRead()
  @Get(':slug/logs')
  @ApiOperation({
    summary: 'List the logs of a project, newest first',
    data: LogPageView,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async logs(@Param('slug') slug: string, @OptionalCaller() caller: Caller | null, @Query() query: LogPageQuery) {
    return versionedEnvelope(await this.reads.logs(slug, caller, query));
  }
}
