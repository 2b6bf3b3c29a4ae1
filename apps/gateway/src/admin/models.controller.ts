import { Body, Get, Post, Put, Query, Res } from '@nestjs/common';
import { envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import type { Response } from 'express';
import { PageQuery } from '../database/page.dto';
import {
  CreatePriceDto,
  CreateRouteDto,
  ModelAdminService,
  ModelTerms,
  PriceAdminService,
  RouteAdminService,
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

  @Get()
  async list(@Query() page: PageQuery) {
    return envelope(await this.models.list(page));
  }

  @Get(':id')
  async find(@NamedId() modelId: string) {
    return envelope({ model: await this.models.find(modelId) });
  }

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

  @Get(':id/routes')
  async listRoutes(@NamedId() modelId: string, @Query() page: PageQuery) {
    return envelope(await this.routes.list(page, modelId));
  }

  @Post(':id/routes')
  async createRoute(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @NamedId() modelId: string,
    @Body() input: CreateRouteDto,
  ) {
    return envelope(await this.routes.create(operator, recorder, modelId, input));
  }

  @Get(':id/prices')
  async listPrices(@NamedId() modelId: string, @Query() page: PageQuery) {
    return envelope(await this.prices.list(page, modelId));
  }

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
