import { Controller, Get, Param, UseInterceptors } from '@nestjs/common';
import { ApiAnswers, RevalidatedRead } from '@shipyard/http';
import { CatalogService } from './catalog.service';
import { ModelListView, ModelView, toModelView } from './model-view';
import { modelErrors } from './models.errors';

/** The public catalog. It ignores any key that is sent. */
@Controller('v1/models')
@UseInterceptors(RevalidatedRead)
export class ModelsController {
  constructor(private readonly catalog: CatalogService) {}

  @Get()
  @ApiAnswers({
    summary: 'List the active models',
    description: 'Any key that is sent is ignored.',
    answers: { 200: { description: 'The models.', content: { 'application/json': ModelListView } } },
  })
  async list(): Promise<ModelListView> {
    const models = await this.catalog.listActive();
    return { object: 'list', data: models.map(toModelView) };
  }

  @Get(':id')
  @ApiAnswers({
    summary: 'Read one model',
    answers: { 200: { description: 'The model.', content: { 'application/json': ModelView } } },
    errors: [modelErrors.model_not_found],
  })
  async find(@Param('id') modelId: string): Promise<ModelView> {
    return toModelView(await this.catalog.findActive(modelId));
  }
}
