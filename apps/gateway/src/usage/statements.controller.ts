import { Get, Param, Query } from '@nestjs/common';
import { envelopeErrors, HttpError, RequestFault } from '@shipyard/http';
import { languageOf } from '@shipyard/pages';
import { type Member } from '../members';
import { statementCsv, StatementDrawer, StatementsService, type StatementView } from '../statements';
import { UsageController } from './member-entrance';
import { MemberVisit, Visit, VisitedPages } from './member-visit';
import { StatementsPage } from './statements.views';

const CURSOR = /^[A-Za-z0-9_-]{1,200}$/;

@UsageController('statements')
export class StatementPagesController {
  constructor(
    private readonly pages: VisitedPages,
    private readonly statements: StatementsService,
    private readonly drawer: StatementDrawer,
  ) {}

  @Get()
  async list(@Visit() visit: MemberVisit, @Query('after') after: unknown): Promise<void> {
    const cursor = typeof after === 'string' && CURSOR.test(after) ? after : undefined;
    const { items, next_cursor: next } = await this.statements.ofCustomer(visit.member.customerId, { cursor });
    this.pages.send(visit, (page) => StatementsPage({ page, items, next, isFirst: cursor === undefined }));
  }

  @Get(':number.csv')
  async csv(@Visit() visit: MemberVisit, @Param('number') number: string): Promise<void> {
    const csv = statementCsv(await this.find(visit.member, number));
    asFile(visit, 'text/csv; charset=utf-8; header=present', `attachment; filename="${number}.csv"`, csv);
  }

  /** In the language of the page. */
  @Get(':number.pdf')
  async pdf(@Visit() visit: MemberVisit, @Param('number') number: string): Promise<void> {
    const statement = await this.find(visit.member, number);
    const pdf = await this.drawer.draw(visit.member.id, statement, languageOf(visit.request, null));
    asFile(visit, 'application/pdf', `inline; filename="${number}.pdf"`, pdf);
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

function asFile({ response }: MemberVisit, type: string, disposition: string, body: string | Buffer): void {
  response.removeHeader('access-control-allow-origin');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-type', type);
  response.setHeader('content-disposition', disposition);
  response.end(body);
}
