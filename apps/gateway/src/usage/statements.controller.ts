import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { envelopeErrors, HttpError, RequestFault } from '@shipyard/http';
import { languageOf } from '@shipyard/pages';
import type { Request, Response } from 'express';
import { type Member, SignedInMember } from '../members';
import { statementCsv, StatementDrawer, StatementsService, type StatementView } from '../statements';
import { UsageController } from './member-entrance';
import { MemberPages } from './member-pages';
import { StatementsPage } from './statements.views';

const CURSOR = /^[A-Za-z0-9_-]{1,200}$/;

@UsageController('statements')
export class StatementPagesController {
  constructor(
    private readonly pages: MemberPages,
    private readonly statements: StatementsService,
    private readonly drawer: StatementDrawer,
  ) {}

  @Get()
  async list(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() { customerId }: Member,
    @Query('after') after: unknown,
  ): Promise<void> {
    const cursor = typeof after === 'string' && CURSOR.test(after) ? after : undefined;
    const { items, next_cursor: next } = await this.statements.ofCustomer(customerId, { cursor });
    this.pages.send(request, response, (page) => StatementsPage({ page, items, next, isFirst: cursor === undefined }));
  }

  @Get(':number.csv')
  async csv(
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Param('number') number: string,
  ): Promise<void> {
    const csv = statementCsv(await this.find(member, number));
    asFile(response, 'text/csv; charset=utf-8; header=present', `attachment; filename="${number}.csv"`, csv);
  }

  /** In the language of the page. */
  @Get(':number.pdf')
  async pdf(
    @Req() request: Request,
    @Res() response: Response,
    @SignedInMember() member: Member,
    @Param('number') number: string,
  ): Promise<void> {
    const statement = await this.find(member, number);
    const pdf = await this.drawer.draw(member.id, statement, languageOf(request, null));
    asFile(response, 'application/pdf', `inline; filename="${number}.pdf"`, pdf);
  }

  /** A statement of another customer is as unknown as one that is not there. */
  private async find({ customerId }: Member, number: string): Promise<StatementView> {
    try {
      const statement = await this.statements.find(number);
      if (statement.customer_id === customerId) return statement;
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== envelopeErrors.NOT_FOUND.code) throw error;
    }
    throw new RequestFault({ kind: 'route_unknown' });
  }
}

function asFile(response: Response, type: string, disposition: string, body: string | Buffer): void {
  response.removeHeader('access-control-allow-origin');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-type', type);
  response.setHeader('content-disposition', disposition);
  response.end(body);
}
