import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, versionedEnvelope } from '@shipyard/http';
import { PublicRead } from '../accounts';
import { LimitedBy } from '../limits/rate-limits';
import { programErrors } from '../programs';
import { ProjectListsService, ProjectListView } from '../project-reads';
import { ListQuery } from './projects.dto';

@Controller('api/v1/programs/:programId/projects')
export class ProgramProjectsController {
  constructor(private readonly lists: ProjectListsService) {}

  @PublicRead()
  @LimitedBy('searches')
  @Get()
  @ApiOperation({
    summary: 'List the public projects of a program',
    data: ProjectListView,
    errors: [programErrors.PROGRAM_NOT_FOUND],
  })
  async list(@Param('programId') programId: string, @Query() query: ListQuery) {
    return versionedEnvelope(await this.lists.ofProgram(programId, query));
  }
}
