import { Controller, Get, Param, UseInterceptors } from '@nestjs/common';
import { RevalidatedRead } from '@shipyard/http';
import { CatalogService } from './catalog.service';
import { type ModelView, toModelView } from './model-view';

/** The public catalog. It ignores any key that is sent. */
@Controller('v1/models')
@UseInterceptors(RevalidatedRead)
export class ModelsController {
  constructor(private readonly catalog: CatalogService) {}

  @Get()
  async list(): Promise<{ object: 'list'; data: ModelView[] }> {
    const models = await this.catalog.listActive();
    return { object: 'list', data: models.map(toModelView) };
  }

  @Get(':id')
  async find(@Param('id') modelId: string): Promise<ModelView> {
    return toModelView(await this.catalog.findActive(modelId));
  }
}
