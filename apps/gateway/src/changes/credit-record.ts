import type { EntityManager } from 'typeorm';

export interface CreditRecord {
  reason: string;
  balance_cny: string;
}

export async function findCreditRecord(
  manager: EntityManager,
  customerId: string,
  ledgerEntryId: string,
): Promise<CreditRecord> {
  const [found] = await manager.query<CreditRecord[]>(
    `SELECT after ->> 'reason' AS reason, after ->> 'balance_cny' AS balance_cny FROM change_entries
     WHERE subject_id = $1 AND action IN ('customer.credit', 'customer.adjust') AND after ->> 'ledger_entry_id' = $2`,
    [customerId, ledgerEntryId],
  );
  if (!found) throw new Error(`The credit ${ledgerEntryId} is not in the record of changes`);
  return found;
}
