import { Get } from '@nestjs/common';
import { UsageController } from './member-entrance';
import { MemberVisit, Visit, VisitedPages } from './member-visit';
import { UsageQuery } from './usage.query';
import { OverviewPage } from './usage.views';

@UsageController()
export class UsageOverviewController {
  constructor(
    private readonly pages: VisitedPages,
    private readonly usage: UsageQuery,
  ) {}

  @Get()
  async show(@Visit() visit: MemberVisit): Promise<void> {
    const facts = await this.usage.read(visit.member);
    this.pages.send(visit, (page) => OverviewPage({ page, facts }));
  }
}
