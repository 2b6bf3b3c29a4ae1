import { Get, Query } from '@nestjs/common';
import { LedgerService, LossesService } from '../billing';
import { ConsoleController } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
import { wholeGroups } from './ledger-groups';
import { readLedgerFields } from './ledger-address';
import { LedgerPage } from './ledger.views';
import { LossesPage } from './losses.views';
import { readPlace, writePlace } from './place';

const PAGE_ROWS = 50;
const LOSS_DAYS = 30;
const DAY_MS = 86_400_000;

type SentQuery = Readonly<Record<string, unknown>>;

@ConsoleController('ledger')
export class LedgerPagesController {
  constructor(
    private readonly pages: ConsolePages,
    private readonly ledger: LedgerService,
    private readonly losses: LossesService,
  ) {}

  @Get()
  async list(@Visit() visit: ConsoleVisit, @Query() query: SentQuery): Promise<void> {
    const fields = readLedgerFields(query);
    const after = readPlace(query.after);
    const { entries, next } = await this.ledger.list({
      customerId: fields.customer_id || undefined,
      requestId: fields.request_id || undefined,
      from: dayOf(fields.from),
      to: dayOf(fields.to),
      after: after ?? undefined,
      limit: PAGE_ROWS,
    });
    const groups = await wholeGroups(this.ledger, entries);
    this.pages.send(visit, (page) =>
      LedgerPage({ page, fields, groups, next: next ? writePlace(next) : null, isFirst: after === null }),
    );
  }

  @Get('losses')
  async sumLosses(@Visit() visit: ConsoleVisit, @Query() query: SentQuery): Promise<void> {
    const { from, to } = readLedgerFields(query);
    const until = dayOf(to) ?? new Date();
    const since = dayOf(from) ?? new Date(until.getTime() - LOSS_DAYS * DAY_MS);
    const items = await this.losses.sum(since, until, ['reason', 'model']);
    this.pages.send(visit, (page) => LossesPage({ page, fields: { from, to }, items }));
  }
}

const dayOf = (text: string) => (text === '' ? undefined : new Date(`${text}T00:00:00Z`));
