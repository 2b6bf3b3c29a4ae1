import { Controller, Get, Param, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiAnswers, RevalidatedRead } from '@shipyard/http';
import type { Response } from 'express';
import { CustomerOfKey, OptionalKeyGuard } from '../keys';
import { CatalogService } from './catalog.service';
import { ModelListView, ModelView, toModelView } from './model-view';
import { modelErrors } from './models.errors';

/** The public catalog. With a valid key it has the prices of the key's customer. */
@Controller('v1/models')
@UseGuards(OptionalKeyGuard)
@UseInterceptors(RevalidatedRead)
export class ModelsController {
  constructor(private readonly catalog: CatalogService) {}

  @Get()
  @ApiAnswers({
    summary: 'List the active models',
    description: 'With a valid key, the prices are those of its customer. Any other key is ignored.',
    answers: { 200: { description: 'The models.', content: { 'application/json': ModelListView } } },
  })
  async list(
    @CustomerOfKey() customerId: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ModelListView> {
    keepForCaller(response, customerId);
    const models = await this.catalog.listActive(customerId);
    return { object: 'list', data: models.map(toModelView) };
  }

  @Get(':id')
  @ApiAnswers({
    summary: 'Read one model',
    description: 'With a valid key, the prices are those of its customer. Any other key is ignored.',
    answers: { 200: { description: 'The model.', content: { 'application/json': ModelView } } },
    errors: [modelErrors.model_not_found],
  })
  async find(
    @Param('id') modelId: string,
    @CustomerOfKey() customerId: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ModelView> {
    keepForCaller(response, customerId);
    return toModelView(await this.catalog.findActive(modelId, undefined, customerId));
  }
}

/** Shared caches must not show the prices of one customer to another. */
function keepForCaller(response: Response, customerId: string | null): void {
  response.vary('authorization');
  if (customerId !== null) response.setHeader('cache-control', 'private, no-cache');
}
