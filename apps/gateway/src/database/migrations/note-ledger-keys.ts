/**
 * Records unique keys once per statement. A null time means that the statement wrote an account twice, and is refused.
 * Rows of closed days are late. An ordinary row costs one comparison. `losesByRoute`: a request has a loss for each
 * route at most. `refundsById`: it may have several refunds.
 */
export const noteLedgerKeys = ({ refusesLateRows, forgetsHours = false, ...kinds }: NoteOptions) => `
  CREATE OR REPLACE FUNCTION note_ledger_keys() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = gateway, pg_temp AS $$
  DECLARE
    earliest timestamptz;
  BEGIN
    WITH noted AS (
      INSERT INTO ledger_keys (subject, kind, created_at)
      SELECT request_id, ${kindBy(kinds)}, CASE WHEN GREATEST(
        count(*) FILTER (WHERE account = 'customer'), count(*) FILTER (WHERE account = 'revenue'), count(*) FILTER (WHERE account = 'funding')
      ) = 1 THEN min(created_at) END
      FROM written GROUP BY request_id, ${kindBy(kinds)}
      UNION ALL
      SELECT task_id, kind, min(created_at) FROM written WHERE task_id IS NOT NULL GROUP BY task_id, kind
      RETURNING created_at
    )
    SELECT min(created_at) INTO earliest FROM noted;${refusesLateRows ? REFUSE_LATE_ROWS : ''}${forgetsHours ? FORGET_HOURS : ''}
    RETURN NULL;
  END $$`;

interface NoteOptions {
  refusesLateRows: boolean;
  /** A row of an hour that is over takes back the sums of usage of that hour. */
  forgetsHours?: boolean;
  losesByRoute?: boolean;
  refundsById?: boolean;
}

const REFUND = `WHEN refund_id IS NOT NULL THEN 'refund ' || refund_id`;
const LOSS = `WHEN kind = 'loss' AND route_id IS NOT NULL THEN 'loss ' || route_id`;

function kindBy({ losesByRoute = false, refundsById = false }: Omit<NoteOptions, 'refusesLateRows'>): string {
  const cases = [...(refundsById ? [REFUND] : []), ...(losesByRoute ? [LOSS] : [])];
  return cases.length === 0 ? 'kind' : `CASE ${cases.join(' ')} ELSE kind END`;
}

/** A transaction with an old snapshot would not see that a day was closed. */
const REFUSE_LATE_ROWS = `
    IF earliest < date_trunc('day', clock_timestamp(), 'UTC') THEN
      IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'A row of a day that is over must be written in a transaction that is READ COMMITTED';
      END IF;
      IF EXISTS (SELECT FROM ledger_closing WHERE through >= (earliest AT TIME ZONE 'UTC')::date) THEN
        RAISE EXCEPTION 'The day % of the ledger is closed', (earliest AT TIME ZONE 'UTC')::date USING ERRCODE = 'integrity_constraint_violation';
      END IF;
    END IF;`;

const FORGET_HOURS = `
    IF earliest < date_trunc('hour', clock_timestamp(), 'UTC') THEN
      DELETE FROM usage_hours WHERE hour IN (SELECT date_trunc('hour', created_at, 'UTC') FROM written);
    END IF;`;
