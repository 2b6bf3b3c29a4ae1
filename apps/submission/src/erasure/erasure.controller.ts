import { Controller, Delete, Param } from '@nestjs/common';
import { envelope } from '@shipyard/http';
import { type Caller, CurrentCaller } from '../accounts/caller.view';
import { AssetsService } from '../assets/assets.service';
import { ProjectsService } from '../projects/projects.service';

@Controller('api/v1/projects')
export class ErasureController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly assets: AssetsService,
  ) {}

  /** The rows go first: a file without a row is swept, a row without a file would be a broken image. */
  @Delete(':slug')
  async erase(@CurrentCaller() caller: Caller, @Param('slug') slug: string) {
    await this.assets.removeFiles(await this.projects.erase(caller, slug));
    return envelope({});
  }
}
