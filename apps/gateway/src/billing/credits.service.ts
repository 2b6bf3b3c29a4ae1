/*
 * A credit or debit by an operator. Steps 1 to 4 are one transaction:
 *
 * 0. reclaim  Before money is taken, idle reservations are reclaimed.
 * 1. lock     Locks the customer's row, which every charge and hold also writes.
 * 2. write    Writes two ledger rows that sum to zero, under an id derived from the customer and the Idempotency-Key, whoever sends it.
 *             If they exist, this is a retry: it gets the first answer, or IDEMPOTENCY_KEY_REUSED. The rows are permanent, so the key
 *             needs no other record.
 * 3. change   Changes the balance with one statement that never goes below what is held, less the credit line.
 * 4. record   Records who did it and why.
 */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { inputInvalid, NO_RECORDER } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { DataSource, EntityManager } from 'typeorm';
import { findCreditRecord } from '../changes/credit-record';
import { changeErrors } from '../changes/changes.errors';
import { type Actor, ChangesService } from '../changes/changes.service';
import { noSuchCustomer } from '../customers';
import { checkedCny, formatCny } from '../money';
import { billingErrors } from './billing.errors';
import { BillingService } from './billing.service';
import type { CreditDto } from './credits.dto';
import { LedgerService } from './ledger.service';
import type { CreditedView } from './ledger.view';

/** Below the largest bigint, with room for one more credit. */
const HIGHEST_BALANCE_NANO = 9n * 10n ** 18n;

@Injectable()
export class CreditsService {
  constructor(
    private readonly billing: BillingService,
    private readonly changes: ChangesService,
    private readonly ledger: LedgerService,
  ) {}

  /** Throws BALANCE_TOO_LOW. */
  async credit(
    actor: Actor,
    customerId: string,
    { amount_cny, reason }: CreditDto,
    idempotencyKey: string,
  ): Promise<{ credited: CreditedView; isReplayed: boolean }> {
    const amountNano = checkedCny(amount_cny);
    const requestId = `credit-${createHash('sha256').update(`${customerId}\n${idempotencyKey}`).digest('hex').slice(0, 32)}`;
    // The customer may take back what processes have reserved but do not use.
    if (amountNano < 0n) await this.billing.reclaimSurplus(customerId);
    const action = amountNano > 0n ? 'customer.credit' : 'customer.adjust';
    // The entry in the ledger itself makes a credit happen once.
    return this.changes.make(actor, NO_RECORDER, action, async (manager) => {
      const balanceNano = await lockBalance(manager, customerId);
      const isNew = await writeCredit(manager, customerId, amountNano, requestId);
      const entry = await this.ledger.findCredit(manager, requestId);
      if (entry?.amount_cny !== formatCny(amountNano)) throw changeErrors.IDEMPOTENCY_KEY_REUSED();
      const before = isNew ? null : await findCreditRecord(manager, customerId, entry.id);
      if (before && before.reason !== reason) throw changeErrors.IDEMPOTENCY_KEY_REUSED();
      const balance_cny = before?.balance_cny ?? formatCny(await addToBalance(manager, customerId, amountNano));
      return {
        subjectId: customerId,
        before: { balance_cny: formatCny(balanceNano) },
        after: { balance_cny, amount_cny: entry.amount_cny, reason, ledger_entry_id: entry.id },
        answer: { credited: { entry, balance_cny }, isReplayed: !isNew },
        isRepetition: !isNew,
      };
    });
  }
}

export async function ensureCredit(
  dataSource: DataSource,
  customerId: string,
  amountNano: bigint,
  requestId: string,
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await lockBalance(manager, customerId);
    if (await writeCredit(manager, customerId, amountNano, requestId))
      await addToBalance(manager, customerId, amountNano);
  });
}

export async function lockBalance(manager: EntityManager, customerId: string): Promise<bigint> {
  const [customer] = await manager.query<{ balance: string }[]>(
    'SELECT balance_nano::text AS balance FROM customers WHERE id = $1 FOR UPDATE',
    [customerId],
  );
  if (!customer) throw noSuchCustomer();
  return BigInt(customer.balance);
}

/** Expects the customer to be locked, so that the same key waits. The index `ledger_keys_one_credit` refuses it too. */
async function writeCredit(
  manager: EntityManager,
  customerId: string,
  amountNano: bigint,
  requestId: string,
): Promise<boolean> {
  const kind = amountNano > 0n ? 'credit' : 'adjustment';
  const written = await manager.query<unknown[]>(
    `INSERT INTO ledger_entries (id, request_id, customer_id, account, kind, amount_nano)
     SELECT entry.id::uuid, $3, $4::uuid, entry.account, $5, entry.amount_nano
     FROM (VALUES ($1, 'customer', $6::bigint), ($2, 'funding', -$6::bigint)) AS entry (id, account, amount_nano)
     WHERE NOT EXISTS (SELECT FROM ledger_keys WHERE subject = $3)
     RETURNING id`,
    [uuidv7(), uuidv7(), requestId, customerId, kind, amountNano.toString()],
  );
  return written.length > 0;
}

export async function addToBalance(manager: EntityManager, customerId: string, amountNano: bigint): Promise<bigint> {
  const [[customer]] = await manager.query<[{ balance: string }[], number]>(
    `UPDATE customers SET balance_nano = balance_nano + $2::bigint
     WHERE id = $1 AND balance_nano + $2::bigint BETWEEN held_nano - credit_line_nano AND $3::bigint RETURNING balance_nano::text AS balance`,
    [customerId, amountNano.toString(), HIGHEST_BALANCE_NANO.toString()],
  );
  if (customer) return BigInt(customer.balance);
  if (amountNano < 0n) throw billingErrors.BALANCE_TOO_LOW();
  throw inputInvalid('amount_cny', `would take the balance above ${formatCny(HIGHEST_BALANCE_NANO)}`);
}
