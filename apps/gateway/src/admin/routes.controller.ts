import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, envelope, envelopeErrors, JsonLimit, Recorder, type ResponseRecorder } from '@shipyard/http';
import { changeErrors } from '../changes/changes.errors';
import { PageQuery } from '../database/page.dto';
import { pageOf } from '../database/page.view';
import { DryRunDto, DryRunsService, DryRunView } from '../dry-runs';
import { ChangeRouteDto, PriceAdminService, PriceAnswer, RouteAdminService, RouteAnswer, RouteView } from '../models';
import { CalledBy, type Operator } from '../operators';
import { V1_LIMIT_BYTES } from '../v1';
import { AdminController, RecordId } from './admin-controller';

@AdminController()
export class RoutesController {
  constructor(
    private readonly routes: RouteAdminService,
    private readonly prices: PriceAdminService,
    private readonly dryRuns: DryRunsService,
  ) {}

  @ApiOperation({ summary: 'List all routes, newest first', data: pageOf(RouteView) })
  @Get('routes')
  async list(@Query() page: PageQuery) {
    return envelope(await this.routes.list(page));
  }

  @ApiOperation({
    summary: 'Say who would get a call, and why',
    description:
      'Lists all routes of the models that the call may reach, with the reason for or against each. Rate limits, budgets and the balance are not looked at. Nothing is sent or held.',
    data: DryRunView,
    errors: [envelopeErrors.NOT_FOUND],
  })
  @HttpCode(200)
  @JsonLimit(V1_LIMIT_BYTES)
  @Post('routes/dry-run')
  async dryRun(@Body() input: DryRunDto) {
    return envelope(await this.dryRuns.run(input));
  }

  @ApiOperation({ summary: 'Read a route', data: RouteAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get('routes/:id')
  async find(@RecordId() routeId: string) {
    return envelope({ route: await this.routes.find(routeId) });
  }

  @ApiOperation({
    summary: 'Change a route',
    description: 'Absent fields stay as they are.',
    data: RouteAnswer,
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Patch('routes/:id')
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() routeId: string,
    @Body() input: ChangeRouteDto,
  ) {
    return envelope(await this.routes.change(operator, recorder, routeId, input));
  }

  @ApiOperation({
    summary: 'Delete a route',
    data: {},
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Delete('routes/:id')
  async remove(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() routeId: string) {
    return envelope(await this.routes.remove(operator, recorder, routeId));
  }

  @ApiOperation({ summary: 'Read a price', data: PriceAnswer, errors: [envelopeErrors.NOT_FOUND] })
  @Get('prices/:id')
  async findPrice(@RecordId() priceId: string) {
    return envelope({ price: await this.prices.find(priceId) });
  }

  @ApiOperation({
    summary: 'Delete a price that has not started',
    data: {},
    errors: [envelopeErrors.NOT_FOUND, changeErrors.CONFLICT],
  })
  @Delete('prices/:id')
  async removePrice(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() priceId: string,
  ) {
    return envelope(await this.prices.remove(operator, recorder, priceId));
  }
}
