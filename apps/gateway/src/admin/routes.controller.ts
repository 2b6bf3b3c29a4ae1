import { Body, Delete, Get, Patch, Query } from '@nestjs/common';
import { envelope, Recorder, type ResponseRecorder } from '@shipyard/http';
import { PageQuery } from '../database/page.dto';
import { ChangeRouteDto, PriceAdminService, RouteAdminService } from '../models';
import { CalledBy, type Operator } from '../operators';
import { AdminController, RecordId } from './admin-controller';

@AdminController()
export class RoutesController {
  constructor(
    private readonly routes: RouteAdminService,
    private readonly prices: PriceAdminService,
  ) {}

  @Get('routes')
  async list(@Query() page: PageQuery) {
    return envelope(await this.routes.list(page));
  }

  @Get('routes/:id')
  async find(@RecordId() routeId: string) {
    return envelope({ route: await this.routes.find(routeId) });
  }

  @Patch('routes/:id')
  async change(
    @CalledBy() operator: Operator,
    @Recorder() recorder: ResponseRecorder,
    @RecordId() routeId: string,
    @Body() input: ChangeRouteDto,
  ) {
    return envelope(await this.routes.change(operator, recorder, routeId, input));
  }

  @Delete('routes/:id')
  async remove(@CalledBy() operator: Operator, @Recorder() recorder: ResponseRecorder, @RecordId() routeId: string) {
    return envelope(await this.routes.remove(operator, recorder, routeId));
  }

  @Get('prices/:id')
  async findPrice(@RecordId() priceId: string) {
    return envelope({ price: await this.prices.find(priceId) });
  }
}
