import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { type Caller, CurrentCaller, NeedsScope } from '../accounts';
import { OwnProjectListView, ProjectListsService } from '../project-reads';
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
}
