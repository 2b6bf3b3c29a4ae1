import { Get, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { UsageService, UsageView } from '../request-log';
import { AdminController } from './admin-controller';
import { DEFAULT_RANGE, rangeOf } from '../database/report-range';
import { UsageQuery } from './requests.dto';

@AdminController('usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @ApiOperation({
    summary: 'Add up the usage of customers',
    description: DEFAULT_RANGE,
    data: { items: [UsageView] },
  })
  @Get()
  async sum(@Query() { customer_id: customerId, group_by: groups = ['day'], ...range }: UsageQuery) {
    const { since, until } = rangeOf(range);
    return envelope({ items: await this.usage.sum(since, until, groups, { customerId }) });
  }
}
