import { Body, Get, Post, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { Response } from 'express';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import {
  CreatePriceDto,
  CreateRouteDto,
  ModelAdminService,
  ModelAnswer,
  ModelRecordView,
  ModelTerms,
  PriceAdminService,
  PriceAnswer,
  PriceView,
  RouteAdminService,
  RouteAnswer,
  RouteView,
} from '../models';
import { CalledBy, type Operator } from '../operators';
import { AdminController, NamedId, NewNamedId } from './admin-controller';

@AdminController('models')
export class AdminModelsController {
  constructor(
    private readonly models: ModelAdminService,
    private readonly routes: RouteAdminService,
    private readonly prices: PriceAdminService,
  ) {}

  @ApiOperation({ summary: 'List the models by name', data: pageOf(ModelRecordView) })
  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.models.list(page));
  }

  @ApiOperation({ summary: 'Read a model', data: ModelAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id')
  async find(@NamedId() modelId: string) {
    return envelope({ model: await this.models.find(modelId) });
  }

  @ApiOperation({
    summary: 'Create or replace a model',
    description: '201 if it is new. Its product cannot change.',
    data: ModelAnswer,
    otherStatuses: [201],
    errors: [changeErrors.CONFLICT],
  })
  @Put(':id')
  async put(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @NewNamedId() modelId: string,
    @Body() input: ModelTerms,
    @Res({ passthrough: true }) response: Response,
  ) {
    return envelope(await this.models.put(operator, recorder, modelId, input, () => response.status(201)));
  }

  @ApiOperation({ summary: 'List the routes of a model', data: pageOf(RouteView), errors: [envelopeErrors.NOT_FOUND] })
  @Get(':id/routes')
  async listRoutes(@NamedId() modelId: string, @Query() page: PageQuery) {
    return envelope(await this.routes.list(page, modelId));
  }

  @ApiOperation({
    summary: 'Add a route to a model',
    data: RouteAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Post(':id/routes')
  async createRoute(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @NamedId() modelId: string,
    @Body() input: CreateRouteDto,
  ) {
    return envelope(await this.routes.create(operator, recorder, modelId, input));
  }

  @ApiOperation({
    summary: 'List the prices of a model in all price lists, newest first',
    data: pageOf(PriceView),
    errors: [envelopeErrors.NOT_FOUND],
  })
  @Get(':id/prices')
  async listPrices(@NamedId() modelId: string, @Query() page: PageQuery) {
    return envelope(await this.prices.list(page, modelId));
  }

  @ApiOperation({
    summary: 'Add a price to a model',
    description:
      'A price is dated, of one price list, and never edited. The newest that has started applies. One that has not started can be deleted.',
    data: PriceAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Post(':id/prices')
  async createPrice(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @NamedId() modelId: string,
    @Body() input: CreatePriceDto,
  ) {
    return envelope(await this.prices.create(operator, recorder, modelId, input));
  }
}
