import { Injectable } from '@nestjs/common';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { DataSource, type EntityManager, In } from 'typeorm';
import { LedgerSumsService } from '../billing';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { CustomerAdminService } from '../customers';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { Statement } from './statement.entity';
import { readNumber, writeNumber } from './statement-number';
import { insertStatement } from './statement-rows';
import { type StatementView, toStatementView } from './statement.view';

export const noSuchStatement = () =>
  envelopeErrors.NOT_FOUND({
    message: 'There is no statement with this number. GET /admin/customers/:id/statements lists those of a customer.',
  });

@Injectable()
export class StatementsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    private readonly customers: CustomerAdminService,
    private readonly sums: LedgerSumsService,
  ) {}

  async ofCustomer(customerId: string, page: PageQuery): Promise<Page<StatementView>> {
    await this.customers.find(customerId);
    const { manager } = this.dataSource;
    const { items, next_cursor } = await readPage(
      manager.createQueryBuilder(Statement, 'statement').where('statement.customer_id = :customerId', { customerId }),
      page,
      NEWEST_FIRST,
      (row) => row,
    );
    const corrections = await correctionsOf(manager, items);
    return { items: items.map((each) => toStatementView(each, corrections.get(each.number) ?? null)), next_cursor };
  }

  async find(number: string): Promise<StatementView> {
    const { manager } = this.dataSource;
    const row = await findStatement(manager, number);
    return toStatementView(row, (await correctionsOf(manager, [row])).get(row.number) ?? null);
  }

  /** Writes a new statement of the same period from the ledger. Throws CONFLICT if it would be the same. */
  async correct(
    actor: Actor,
    recorder: ResponseRecorder,
    number: string,
    reason: string,
  ): Promise<{ statement: StatementView }> {
    const old = await findStatement(this.dataSource.manager, number);
    const sums = await this.sums.ofCustomer(old.customerId, old.startsAt, old.endsAt);
    return this.changes.make(actor, recorder, 'statement.correct', async (manager) => {
      const corrected = (await correctionsOf(manager, [old])).get(old.number);
      if (corrected !== undefined) throw alreadyCorrected(corrected);
      if (sums.totalNano === old.totalNano && JSON.stringify(sums.lines) === JSON.stringify(inOrder(old)))
        throw changeErrors.CONFLICT({ message: 'The ledger says what this statement says. Nothing is to correct.' });
      const next = await insertStatement(manager, { ...old, ...sums, corrects: old.number, reason });
      // Another correction came first, while this one waited for a number.
      if (next === null) throw alreadyCorrected((await correctionsOf(manager, [old])).get(old.number) ?? old.number);
      const view = toStatementView(await findStatement(manager, writeNumber(next)), null);
      const before = toStatementView(old, null);
      return { subjectId: view.number, before, after: view, answer: { statement: view } };
    });
  }
}

/** Postgres stores the fields of an object in an order of its own. */
const inOrder = ({ lines }: Statement) =>
  lines.map(({ model, unit_type, price_list, units, amount_nano }) => ({
    model,
    unit_type,
    price_list,
    units,
    amount_nano,
  }));

const alreadyCorrected = (by: number) =>
  changeErrors.CONFLICT({ message: `${writeNumber(by)} corrects this statement. Correct that one.` });

async function findStatement(manager: EntityManager, text: string): Promise<Statement> {
  const number = readNumber(text);
  const row = number === null ? null : await manager.findOneBy(Statement, { number });
  if (!row) throw noSuchStatement();
  return row;
}

/** The number of the correction, by the number of the corrected statement. */
async function correctionsOf(manager: EntityManager, statements: Statement[]): Promise<Map<number, number>> {
  const rows = await manager.find(Statement, {
    select: { number: true, corrects: true },
    where: { corrects: In(statements.map(({ number }) => number)) },
  });
  return new Map(rows.flatMap(({ number, corrects }) => (corrects === null ? [] : [[corrects, number] as const])));
}
