import type { Credentials } from '@shipyard/stack';
import { callApi } from '@shipyard/testing';
import { Client } from 'pg';

export interface LedgerCheck {
  answers: number;
  charges: number;
  driftCny: string;
  mismatches: number;
  openHolds: number;
}

interface Reconciliation {
  data: { drift_cny: string; mismatches: unknown[]; open_holds: { count: number } };
}

export async function checkLedger(
  answers: number,
  databaseUrl: string,
  credentials: Credentials,
): Promise<LedgerCheck> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const count = async (statement: string) =>
      Number((await client.query<{ count: string }>(statement)).rows[0]?.count);
    const charges = await count(`SELECT count(*) FROM ledger_entries WHERE kind = 'charge' AND account = 'customer'`);
    const { body } = await callApi<Reconciliation>(credentials.gateway_url, 'GET', '/admin/reconciliation', {
      token: credentials.gateway_admin_key,
    });
    const { drift_cny: driftCny, mismatches, open_holds: openHolds } = body.data;
    return { answers, charges, driftCny, mismatches: mismatches.length, openHolds: openHolds.count };
  } finally {
    await client.end();
  }
}

export const isBalanced = ({ answers, charges, driftCny, mismatches }: LedgerCheck) =>
  answers === charges && Number(driftCny) === 0 && mismatches === 0;
