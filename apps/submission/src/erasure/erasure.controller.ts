import { Controller, Delete, Param } from '@nestjs/common';
import { ApiOperation, envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts';
import { AssetsService } from '../assets';
import { projectErrors, ProjectsService } from '../projects';

@Controller('api/v1/projects')
export class ErasureController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly assets: AssetsService,
  ) {}

  /** Deletes the rows first: the sweeper removes files without a row, but a row without a file is a broken image. */
  @Delete(':slug')
  @ApiOperation({
    summary: 'Delete a project',
    description:
      'The owner can delete a project in draft, changes_requested or rejected. Project, logs and images are deleted; the slug stays taken.',
    data: {},
    errors: [projectErrors.PROJECT_NOT_FOUND, projectErrors.STATE_CONFLICT],
  })
  async erase(@CurrentCaller() caller: Caller, @Recorder() recorder: ResponseRecorder, @Param('slug') slug: string) {
    await this.assets.removeFiles(await this.projects.erase(caller, recorder, slug));
    return envelope({});
  }
}
