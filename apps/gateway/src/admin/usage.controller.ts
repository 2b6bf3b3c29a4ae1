import { Get, Query } from '@nestjs/common';
import { ApiOperation, envelope } from '@shipyard/http';
import { UsageService, UsageView } from '../request-log';
import { AdminController } from './admin-controller';
import { UsageQuery } from './requests.dto';

const DEFAULT_RANGE_MS = 31 * 24 * 3_600_000;

@AdminController('usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @ApiOperation({
    summary: 'Add up the usage of customers',
    description: '`from` defaults to 31 days before `to`, and `to` to now.',
    data: { items: [UsageView] },
  })
  @Get()
  async sum(@Query() { from, to, customer_id: customerId, group_by: groups = ['day'] }: UsageQuery) {
    const until = to === undefined ? new Date() : new Date(to);
    const since = from === undefined ? new Date(until.getTime() - DEFAULT_RANGE_MS) : new Date(from);
    return envelope({ items: await this.usage.sum(since, until, groups, customerId) });
  }
}
