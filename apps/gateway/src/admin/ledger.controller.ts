import { pipeline } from 'node:stream/promises';
import { Get, Inject, Query, Res } from '@nestjs/common';
import { ApiAnswers, ApiOperation, clientDisconnect, envelope } from '@shipyard/http';
import type { Logger } from '@shipyard/platform/logger';
import type { Response } from 'express';
import { type LedgerFilter, LedgerService, ReconciliationService, ReconciliationView } from '../billing';
import { LOGGER } from '../config';
import { DEFAULT_LIMIT } from '../database/page';
import { ledgerCsv } from '../ledger-files';
import { AdminController } from './admin-controller';
import { LedgerQuery } from './ledger.dto';
import { LedgerAnswer } from './ledger.view';
import { readCursor, writeCursor } from '../database/ledger-cursor';

const CSV_PAGE = 1_000;

@AdminController()
export class LedgerController {
  constructor(
    private readonly ledger: LedgerService,
    private readonly reconciliation: ReconciliationService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get('ledger')
  @ApiAnswers({
    summary: 'List the rows of the ledger, newest first',
    description: '`format=csv` sends all matching rows as a file, without `limit` and `cursor`.',
    answers: {
      200: { description: 'The rows.', content: { 'application/json': LedgerAnswer, 'text/csv': null } },
    },
  })
  async entries(@Query() query: LedgerQuery, @Res() response: Response): Promise<void> {
    const filter = toFilter(query);
    if (query.format === 'csv') return this.sendCsv(filter, response);
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const { entries, next } = await this.ledger.list({ ...filter, after, limit: query.limit ?? DEFAULT_LIMIT });
    response.json(envelope({ items: entries, next_cursor: next ? writeCursor(next) : null }));
  }

  @ApiOperation({ summary: 'Check the ledger, the balances and the holds', data: ReconciliationView })
  @Get('reconciliation')
  async reconcile(@Res({ passthrough: true }) response: Response) {
    return envelope(await this.reconciliation.reconcile(clientDisconnect(response)));
  }

  private async sendCsv(filter: Omit<LedgerFilter, 'limit' | 'after'>, response: Response): Promise<void> {
    const pages = this.ledger.pages({ ...filter, limit: CSV_PAGE });
    // A failure of the first page must get an error response, so it is read before the headers are sent.
    const first = await pages.next();
    response.setHeader('content-type', 'text/csv; charset=utf-8; header=present');
    response.setHeader('content-disposition', 'attachment; filename="ledger.csv"');
    try {
      await pipeline(ledgerCsv(startingWith(first, pages)), response);
    } catch (error) {
      // The pipeline has destroyed the response, so a partial file does not look complete.
      if (!response.writableFinished)
        this.logger.info({ err: error }, 'A client did not read a ledger file to its end');
    }
  }
}

async function* startingWith<Item>(
  first: IteratorResult<Item, unknown>,
  rest: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}

function toFilter({ customer_id, request_id, from, to }: LedgerQuery) {
  return {
    customerId: customer_id,
    requestId: request_id,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
