import { Controller, Get, Param, Query } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { PublicRead } from '../accounts/account.guard';
import { ProjectListsService } from './project-lists.service';
import { ListQuery } from './projects.dto';

@Controller('api/v1/programs/:programId/projects')
export class ProgramProjectsController {
  constructor(private readonly lists: ProjectListsService) {}

  @PublicRead()
  @Get()
  async list(@Param('programId') programId: string, @Query() query: ListQuery) {
    return envelope(await this.lists.ofProgram(programId, query));
  }
}
