import { Controller, Get, Param, Query, UseGuards } from '@nestjs/common';
import { envelope, envelopeErrors } from '@shipyard/http';
import { LedgerService } from '../billing/ledger.service';
import { ReconciliationService } from '../billing/reconciliation.service';
import { CustomersService } from '../customers/customers.service';
import { formatCny } from '../money';
import { CustomerPath, LedgerQuery } from './admin.dto';
import { AdminKeyGuard } from './admin-key.guard';
import { readCursor, writeCursor } from './ledger-cursor';

const DEFAULT_LIMIT = 50;

/** The operator's view of the money. */
@Controller('admin')
@UseGuards(AdminKeyGuard)
export class AdminController {
  constructor(
    private readonly customers: CustomersService,
    private readonly ledger: LedgerService,
    private readonly reconciliation: ReconciliationService,
  ) {}

  @Get('customers/:id/balance')
  async balance(@Param() { id }: CustomerPath) {
    const customer = await this.customers.find(id);
    if (!customer) throw envelopeErrors.NOT_FOUND({ message: 'There is no such customer.' });
    const { balanceNano, heldNano } = customer;
    return envelope({
      balance_cny: formatCny(balanceNano),
      held_cny: formatCny(heldNano),
      available_cny: formatCny(balanceNano - heldNano),
    });
  }

  @Get('ledger')
  async entries(@Query() query: LedgerQuery) {
    const { entries, next } = await this.ledger.list({
      customerId: query.customer_id,
      requestId: query.request_id,
      from: query.from === undefined ? undefined : new Date(query.from),
      to: query.to === undefined ? undefined : new Date(query.to),
      after: query.cursor === undefined ? undefined : readCursor(query.cursor),
      limit: query.limit ?? DEFAULT_LIMIT,
    });
    return envelope({ items: entries, next_cursor: next ? writeCursor(next) : null });
  }

  @Get('reconciliation')
  async reconcile() {
    return envelope(await this.reconciliation.reconcile());
  }
}
