import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { type Caller, CurrentCaller, NeedsScope } from '../accounts';
import { projectErrors } from '../projects';
import { ProjectAssetPageView } from './asset.view';
import { AssetPageQuery } from './project-assets.dto';
import { ProjectAssetsService } from './project-assets.service';

@Controller('api/v1/projects/:slug/assets')
export class ProjectAssetsController {
  constructor(private readonly assets: ProjectAssetsService) {}

  @Get()
  @NeedsScope('projects:read')
  @ApiOperation({
    summary: 'List the images of a project',
    description:
      'For the owner and staff, oldest first. The hashes say which local file is which image, so that a client need not upload it again.',
    data: ProjectAssetPageView,
    errors: [projectErrors.PROJECT_NOT_FOUND],
  })
  async list(@CurrentCaller() caller: Caller, @Param('slug') slug: string, @Query() query: AssetPageQuery) {
    return envelope(await this.assets.list(caller, slug, query));
  }
}
