import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Member, SignedInMember } from '../members';
import { UsageController } from './member-entrance';
import { MemberPages } from './member-pages';
import { UsageQuery } from './usage.query';
import { OverviewPage } from './usage.views';

@UsageController()
export class UsageOverviewController {
  constructor(
    private readonly pages: MemberPages,
    private readonly usage: UsageQuery,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @SignedInMember() member: Member): Promise<void> {
    const facts = await this.usage.read(member);
    this.pages.send(request, response, (page) => OverviewPage({ page, facts }));
  }
}
