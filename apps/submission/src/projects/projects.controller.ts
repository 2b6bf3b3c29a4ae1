import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { envelope, keepPrivate } from '@shipyard/http';
import type { Response } from 'express';
import { PublicRead } from '../accounts/account.guard';
import { type Caller, CurrentCaller, OptionalCaller } from '../accounts/caller.view';
import { ProjectListsService } from './project-lists.service';
import { ProjectReadsService } from './project-reads.service';
import { CreateProjectDto, LogPageQuery, UpdateProjectDto, WallQuery } from './projects.dto';
import { ProjectsService } from './projects.service';

@Controller('api/v1/projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly reads: ProjectReadsService,
    private readonly lists: ProjectListsService,
  ) {}

  @Post()
  async create(@CurrentCaller() caller: Caller, @Body() input: CreateProjectDto) {
    return envelope(await this.projects.create(caller, input));
  }

  @Patch(':slug')
  async update(@CurrentCaller() caller: Caller, @Param('slug') slug: string, @Body() input: UpdateProjectDto) {
    return envelope(await this.projects.update(caller, slug, input));
  }

  @PublicRead()
  @Get()
  async wall(@Query() query: WallQuery) {
    return envelope(await this.lists.wall(query));
  }

  @PublicRead()
  @Get(':slug')
  async detail(@Param('slug') slug: string, @OptionalCaller() caller: Caller | null, @Res({ passthrough: true }) response: Response) {
    const project = await this.reads.detail(slug, caller);
    if (project.visibility === 'private') keepPrivate(response);
    return envelope(project);
  }

  @PublicRead()
  @Get(':slug/logs')
  async logs(
    @Param('slug') slug: string,
    @OptionalCaller() caller: Caller | null,
    @Query() query: LogPageQuery,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { isPrivate, ...page } = await this.reads.logs(slug, caller, query);
    if (isPrivate) keepPrivate(response);
    return envelope(page);
  }
}
