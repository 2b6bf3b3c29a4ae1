import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { type Caller, CurrentCaller, NeedsScope } from '../accounts';
import { OwnProjectListView, ProjectListsService, ProjectTitlesListView } from '../project-reads';
import { PageQuery } from './projects.dto';

@Controller('api/v1/accounts/me/projects')
export class OwnProjectsController {
  constructor(private readonly lists: ProjectListsService) {}

  @NeedsScope('projects:read')
  @Get()
  @ApiOperation({
    summary: "List the caller's own projects",
    description: 'Projects of every visibility, the last changed first.',
    data: OwnProjectListView,
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    return envelope(await this.lists.ofOwner(caller.accountId, query));
  }

  @NeedsScope('projects:read')
  @Get('titles')
  @ApiOperation({
    summary: "List the titles of the caller's own READMEs and logs",
    description: 'In the same order as the list of projects, and without their texts.',
    data: ProjectTitlesListView,
  })
  async titles(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    return envelope(await this.lists.titlesOfOwner(caller.accountId, query));
  }
}
