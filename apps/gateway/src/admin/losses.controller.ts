import { Get, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { LossesService, LossesView } from '../billing';
import { AdminController } from './admin-controller';
import { LossesQuery } from './losses.dto';
import { DEFAULT_RANGE, rangeOf } from '../database/report-range';

@AdminController('losses')
export class LossesController {
  constructor(private readonly losses: LossesService) {}

  @ApiOperation({
    summary: 'Add up what nobody paid for',
    description: DEFAULT_RANGE,
    data: { items: [LossesView] },
  })
  @Get()
  async sum(@Query() { group_by: groups = ['day'], ...range }: LossesQuery) {
    const { since, until } = rangeOf(range);
    return envelope({ items: await this.losses.sum(since, until, groups) });
  }
}
