import { Get, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { LossesService, LossesView } from '../billing';
import { AdminController } from './admin-controller';
import { LossesQuery } from './losses.dto';

const DEFAULT_RANGE_MS = 31 * 24 * 3_600_000;

@AdminController('losses')
export class LossesController {
  constructor(private readonly losses: LossesService) {}

  @ApiOperation({
    summary: 'Add up what nobody paid for',
    description: '`from` defaults to 31 days before `to`, and `to` to now.',
    data: { items: [LossesView] },
  })
  @Get()
  async sum(@Query() { from, to, group_by: groups = ['day'] }: LossesQuery) {
    const until = to === undefined ? new Date() : new Date(to);
    const since = from === undefined ? new Date(until.getTime() - DEFAULT_RANGE_MS) : new Date(from);
    return envelope({ items: await this.losses.sum(since, until, groups) });
  }
}
