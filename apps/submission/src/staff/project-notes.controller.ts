import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOperation, envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller, StaffOnly } from '../accounts';
import { projectErrors } from '../projects';
import { ProjectNotesService } from './project-notes.service';
import { NotesDto } from './staff.dto';
import { NotesAnswer } from './staff.view';

@StaffOnly()
@Controller('api/v1/admin/projects/:slug/notes')
export class ProjectNotesController {
  constructor(private readonly notes: ProjectNotesService) {}

  @Get()
  @ApiOperation({
    summary: 'Read what staff noted about a project',
    description: 'The maker never sees it.',
    data: NotesAnswer,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async get(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    return envelope(await this.notes.get(caller, slug));
  }

  @Put()
  @ApiOperation({
    summary: 'Note something about a project',
    description: 'Staff share one text a project, and this replaces it.',
    data: NotesAnswer,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async put(
    @CurrentCaller() caller: Caller,
    @Recorder() recorder: ResponseRecorder,
    @Param('slug') slug: string,
    @Body() { text }: NotesDto,
  ) {
    return envelope(await this.notes.put(caller, recorder, slug, text));
  }
}
