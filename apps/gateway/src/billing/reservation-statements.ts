/*
 * Every statement that moves money locks the customer, then the budget window, then reservations (hold_blocks) and
 * holds, to prevent deadlocks. Each ends in a SELECT, because TypeORM returns the rows of an UPDATE or DELETE in
 * another shape.
 * If more is held than before, both sums are written from the locked row. Postgres evaluates `held + x` on the
 * snapshot, so money that was returned meanwhile would seem to be missing.
 */

/** $1 key, $2 start. No row: not counted yet, or not since the calendar of the budget changed. */
export const FIND_WINDOW = `
  SELECT budget_window.used_nano::text AS used
  FROM budget_windows budget_window
    JOIN enterprise_keys key ON key.id = budget_window.key_id
    JOIN customers customer ON customer.id = key.customer_id
  WHERE budget_window.key_id = $1::uuid AND budget_window.starts_at = $2::timestamptz
    AND budget_window.counted_at > GREATEST(key.budget_changed_at, customer.time_zone_changed_at, '-infinity')`;

/** Up to when all charges of key $1 are visible. The 10 s cover transactions whose start is not visible yet. */
export const FIND_COUNT = `
  SELECT (LEAST(clock_timestamp(), (
      SELECT min(xact_start) FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'gateway-reports'
    )) - interval '10 seconds')::text AS until, clock_timestamp()::text AS at,
    GREATEST(key.budget_changed_at, customer.time_zone_changed_at, '-infinity')::text AS "changedAt"
  FROM enterprise_keys key JOIN customers customer ON customer.id = key.customer_id WHERE key.id = $1::uuid`;

/** $1 key, $2 start, $3 change of the calendar. A charge counts in the window of its hold; an older one by its time. */
const COUNTED_CHARGES = `
  key_id = $1::uuid AND account = 'customer' AND kind = 'charge' AND created_at >= $2::timestamptz
    AND (window_starts_at IS NULL OR window_starts_at >= $2::timestamptz OR created_at <= $3::timestamptz)`;

/** A refund counts where its charge does. */
const REFUNDED = `
  SELECT COALESCE(sum(refund.amount_nano), 0) FROM refunds refund
  WHERE refund.key_id = $1::uuid AND refund.charged_at >= $2::timestamptz
    AND (refund.window_starts_at IS NULL OR refund.window_starts_at >= $2::timestamptz OR refund.charged_at <= $3::timestamptz)`;

/**
 * As above, with $4 up to when. Returns the spent sum, and the part besides the charges of this window: those outside of
 * it, less all refunds.
 */
export const SUM_CHARGES = `
  SELECT (COALESCE(-sum(amount_nano), 0) - (${REFUNDED} AND refund.created_at < $4::timestamptz))::bigint::text AS used,
    (COALESCE(-sum(amount_nano) FILTER (WHERE window_starts_at IS DISTINCT FROM $2::timestamptz), 0)
      - (${REFUNDED} AND refund.created_at < $4::timestamptz))::bigint::text AS carried
  FROM ledger_entries WHERE ${COUNTED_CHARGES} AND created_at < $4::timestamptz`;

/** Runs before COUNT_WINDOW, so that no charge is written while it counts: $1 customer. */
export const LOCK_CUSTOMER = 'SELECT FROM customers WHERE id = $1::uuid FOR NO KEY UPDATE';

/**
 * As above, with $4 up to when the charges were summed, $5 and $6 the sums, $7 when the count started. Charges outside
 * this window are carried into it.
 */
export const COUNT_WINDOW = `
  INSERT INTO budget_windows (key_id, starts_at, used_nano, carried_nano, counted_at)
  SELECT $1::uuid, $2::timestamptz,
    $5::bigint + (COALESCE(-sum(amount_nano), 0) - (${REFUNDED} AND refund.created_at >= $4::timestamptz))::bigint,
    $6::bigint + (COALESCE(-sum(amount_nano) FILTER (WHERE window_starts_at IS DISTINCT FROM $2::timestamptz), 0)
      - (${REFUNDED} AND refund.created_at >= $4::timestamptz))::bigint, $7::timestamptz
  FROM ledger_entries WHERE ${COUNTED_CHARGES} AND created_at >= $4::timestamptz
  ON CONFLICT (key_id, starts_at) DO UPDATE SET
    used_nano = EXCLUDED.used_nano, carried_nano = EXCLUDED.carried_nano, counted_at = EXCLUDED.counted_at`;

/** The day of a customer. */
const TODAY = '(now() AT TIME ZONE time_zone)::date';
const THIS_MONTH = `date_trunc('month', now() AT TIME ZONE time_zone)::date`;

/**
 * What the spend limits of a customer leave. All that is held counts, because it may be charged today. A statement that
 * waited for the lock over midnight finds the sums of the next day.
 */
const SPEND_LEFT = `
  LEAST(
    spend_day_nano - CASE WHEN spent_on >= ${TODAY} THEN spent_day_nano ELSE 0 END,
    spend_month_nano - CASE WHEN spent_on >= ${THIS_MONTH} THEN spent_month_nano ELSE 0 END
  ) - held_nano`;

/** Adds a charge to the day and the month of a customer. A charge of a day that is over counts in its month at most. */
export const COUNT_SPENT = (nano: 'total.charged_nano' | 'released.charged_nano') =>
  `spent_day_nano = CASE WHEN spent_on > ${TODAY} THEN spent_day_nano WHEN spent_on = ${TODAY} THEN spent_day_nano + ${nano} ELSE ${nano} END, spent_month_nano = CASE WHEN spent_on >= ${THIS_MONTH} + interval '1 month' THEN spent_month_nano WHEN spent_on >= ${THIS_MONTH} THEN spent_month_nano + ${nano} ELSE ${nano} END, spent_on = GREATEST(spent_on, ${TODAY})`;

/**
 * $1 reservation, $2 process, $3 customer, $4 key, $5 start of the budget window or null, $6 running sums of the
 * waiting requests (the highest affordable one is granted), $7 the desired surplus, $8 the smallest useful surplus, $9
 * whether the row may be new. Reclaims other surplus if the money is short.
 */
export const RESERVE_FUNDS = `
  WITH process AS (
    INSERT INTO processes (id, serves) SELECT $2::uuid, true WHERE $9::boolean ON CONFLICT (id) DO NOTHING
  ), customer AS (
    SELECT id, balance_nano, held_nano, balance_nano + credit_line_nano - held_nano AS free_nano, ${SPEND_LEFT} AS spend_nano
    FROM customers WHERE id = $3::uuid FOR NO KEY UPDATE
  ), budget AS (
    SELECT key.budget_nano - budget_window.used_nano - budget_window.held_nano AS free_nano
    FROM customer, budget_windows budget_window JOIN enterprise_keys key ON key.id = budget_window.key_id
    WHERE budget_window.key_id = $4::uuid AND budget_window.starts_at = $5::timestamptz
    FOR NO KEY UPDATE OF budget_window
  ), own AS (
    SELECT hold_blocks.id FROM hold_blocks, customer WHERE hold_blocks.id = $1::uuid FOR NO KEY UPDATE OF hold_blocks
  ), reach AS (
    SELECT LEAST(free_nano, spend_nano, (SELECT free_nano FROM budget)) AS free_nano,
      COALESCE(spend_nano < LEAST(free_nano, (SELECT free_nano FROM budget)), false) AS is_spend
    FROM customer WHERE $9::boolean OR EXISTS (SELECT FROM own)
  ), fitting AS (
    SELECT free_nano, is_spend, (SELECT max(need) FROM unnest($6::bigint[]) AS need WHERE need <= free_nano) AS need_nano,
      (SELECT max(need) <= free_nano FROM unnest($6::bigint[]) AS need) AS is_all
    FROM reach
  ), granted AS (
    SELECT free_nano, is_spend, is_all, need_nano,
      CASE WHEN is_all AND LEAST($7::bigint, (free_nano - need_nano) / 64) >= $8::bigint
        THEN LEAST($7::bigint, (free_nano - need_nano) / 64) ELSE 0 END AS spare_nano
    FROM fitting
  ), held AS (
    UPDATE customers SET balance_nano = customer.balance_nano, held_nano = customer.held_nano + need_nano + spare_nano
    FROM customer, granted WHERE customers.id = customer.id AND need_nano IS NOT NULL
  ), counted AS (
    UPDATE budget_windows SET held_nano = held_nano + need_nano + spare_nano FROM granted
    WHERE key_id = $4::uuid AND starts_at = $5::timestamptz AND need_nano IS NOT NULL
  ), block AS (
    INSERT INTO hold_blocks (id, process_id, customer_id, key_id, window_starts_at, amount_nano, spare)
    SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::timestamptz, need_nano + spare_nano, spare_nano > 0 FROM granted WHERE need_nano IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET
      amount_nano = hold_blocks.amount_nano + EXCLUDED.amount_nano, spare = hold_blocks.spare OR EXCLUDED.spare, changed_at = now()
    RETURNING amount_nano
  ), recalled AS (
    UPDATE hold_blocks SET recalled = true FROM granted
    WHERE hold_blocks.customer_id = $3::uuid AND hold_blocks.id <> $1::uuid AND spare AND NOT is_all
    RETURNING hold_blocks.id
  )
  SELECT (SELECT amount_nano FROM block)::text AS amount, spare_nano::text AS surplus,
    (free_nano - COALESCE(need_nano, 0) - spare_nano)::text AS free, EXISTS (SELECT FROM recalled) AS "hasReclaimed",
    is_spend AS "isSpendLimit"
  FROM granted`;

/**
 * Writes one batch. A batch that is sent again changes nothing, because of its number. $1 reservations, $2 batch
 * numbers, $3 amounts afterwards, $4 whether they keep a surplus, $5 the charges as JSON, $6 the customers. Returns the
 * reservations that exist.
 */
export const WRITE_BATCH = `
  WITH asked AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::boolean[]) AS asked (id, turn, target_nano, spare)
  ), customer AS (
    SELECT id FROM customers WHERE id = ANY ($6::uuid[]) ORDER BY id FOR NO KEY UPDATE
  ), block AS (
    SELECT found.id, found.customer_id, found.key_id, found.window_starts_at, found.amount_nano, found.turn, found.recalled,
      asked.turn AS asked_turn, asked.target_nano, asked.spare AS stays_spare
    FROM hold_blocks found JOIN asked ON asked.id = found.id JOIN customer ON customer.id = found.customer_id
    WHERE found.turn IN (asked.turn - 1, asked.turn)
    FOR NO KEY UPDATE OF found
  ), charge AS (
    SELECT sent.*, block.customer_id, block.key_id, block.window_starts_at
    FROM jsonb_to_recordset($5::jsonb) AS sent (
      block_id uuid, request_id text, model text, route_id uuid, lines jsonb, cost_nano bigint, charged_nano bigint,
      customer_row uuid, revenue_row uuid, supplier_cost_nano bigint, estimate_reason text
    )
    JOIN block ON block.id = sent.block_id AND block.turn = block.asked_turn - 1
  ), change AS (
    SELECT block.id, block.customer_id, block.key_id, block.window_starts_at, block.stays_spare, COALESCE(charged.nano, 0) AS charged_nano,
      GREATEST(block.amount_nano - COALESCE(charged.nano, 0) - block.target_nano, 0) AS returned_nano
    FROM block LEFT JOIN (SELECT block_id, sum(charged_nano)::bigint AS nano FROM charge GROUP BY block_id) charged ON charged.block_id = block.id
    WHERE block.turn = block.asked_turn - 1
  ), moved AS (
    UPDATE hold_blocks SET amount_nano = amount_nano - charged_nano - returned_nano, spare = stays_spare,
      recalled = recalled AND stays_spare, turn = turn + 1, changed_at = now()
    FROM change WHERE hold_blocks.id = change.id
  ), paid AS (
    UPDATE customers SET balance_nano = balance_nano - total.charged_nano, held_nano = held_nano - total.charged_nano - total.returned_nano,
      ${COUNT_SPENT('total.charged_nano')}
    FROM (
      SELECT customer_id, sum(charged_nano)::bigint AS charged_nano, sum(returned_nano)::bigint AS returned_nano FROM change GROUP BY customer_id
    ) total WHERE customers.id = total.customer_id
  ), counted AS (
    UPDATE budget_windows SET used_nano = used_nano + total.charged_nano, held_nano = held_nano - total.charged_nano - total.returned_nano
    FROM (
      SELECT key_id, window_starts_at, sum(charged_nano)::bigint AS charged_nano, sum(returned_nano)::bigint AS returned_nano
      FROM change WHERE window_starts_at IS NOT NULL GROUP BY key_id, window_starts_at
    ) total WHERE budget_windows.key_id = total.key_id AND budget_windows.starts_at = total.window_starts_at
  ), written AS (
    INSERT INTO ledger_entries (id, request_id, customer_id, key_id, window_starts_at, model, account, kind, amount_nano, lines, route_id, supplier_cost_nano)
    SELECT entry.id, charge.request_id, charge.customer_id, charge.key_id, charge.window_starts_at, charge.model, entry.account, 'charge', entry.amount_nano,
      charge.lines, charge.route_id, charge.supplier_cost_nano
    FROM charge CROSS JOIN LATERAL (VALUES
      (charge.customer_row, 'customer', -charge.charged_nano),
      (charge.revenue_row, 'revenue', charge.charged_nano)
    ) AS entry (id, account, amount_nano)
  ), lost AS (
    INSERT INTO ledger_entries (id, request_id, customer_id, key_id, window_starts_at, model, account, kind, reason, amount_nano, route_id)
    SELECT gen_random_uuid(), charge.request_id, charge.customer_id, charge.key_id, charge.window_starts_at, charge.model, entry.account, 'loss',
      CASE WHEN charge.cost_nano <> charge.charged_nano THEN 'over_hold' ELSE charge.estimate_reason END, entry.amount_nano, charge.route_id
    FROM charge CROSS JOIN LATERAL (VALUES
      ('revenue', charge.cost_nano - charge.charged_nano),
      ('funding', charge.charged_nano - charge.cost_nano)
    ) AS entry (account, amount_nano)
    WHERE charge.cost_nano <> charge.charged_nano OR charge.estimate_reason IS NOT NULL
  )
  SELECT id, recalled AS reclaimed FROM block`;

/** Waits for running statements. Batches $2 of reservations $1 count as done, so a late one changes nothing. */
export const READ_RESERVATIONS = `
  WITH asked AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS asked (id, turn)
  ), block AS (
    SELECT found.id, GREATEST(found.turn, asked.turn) AS turn FROM hold_blocks found JOIN asked ON asked.id = found.id
    ORDER BY found.id FOR NO KEY UPDATE OF found
  ), ended AS (
    UPDATE hold_blocks SET turn = block.turn FROM block WHERE hold_blocks.id = block.id
    RETURNING hold_blocks.id, hold_blocks.amount_nano, hold_blocks.turn
  )
  SELECT id, amount_nano::text AS amount, turn::text AS "batchNumber" FROM ended`;

export const FIND_CHARGED = `
  SELECT subject AS request_id FROM ledger_keys WHERE subject = ANY ($1::text[]) AND kind = 'charge'`;

export const DELETE_EMPTY_RESERVATIONS =
  'WITH closed AS (DELETE FROM hold_blocks WHERE id = ANY ($1::uuid[]) AND amount_nano = 0) SELECT';

export const FIND_RESERVATIONS = `
  SELECT id, customer_id AS "customerId", key_id AS "keyId", window_starts_at AS "windowStartsAt" FROM hold_blocks WHERE process_id = $1::uuid`;

export const FIND_RECLAIMED = 'SELECT id FROM hold_blocks WHERE process_id = $1::uuid AND recalled';

/** $1 customer. Returns the reservations that still have a surplus. */
export const RECLAIM = `
  WITH customer AS (
    SELECT id FROM customers WHERE id = $1::uuid FOR NO KEY UPDATE
  ), recalled AS (
    UPDATE hold_blocks SET recalled = true FROM customer WHERE customer_id = customer.id AND spare RETURNING hold_blocks.id
  )
  SELECT id FROM recalled`;

/** $1 request, $2 customer, $3 key, $4 model, $5 route, $6 supplier cost or null, $7 reason. */
export const WRITE_OFF = `
  INSERT INTO ledger_entries (id, request_id, customer_id, key_id, model, account, kind, reason, amount_nano, route_id, supplier_cost_nano)
  SELECT gen_random_uuid(), $1, $2::uuid, $3::uuid, $4, loss.account, 'loss', $7::text, 0, ($5::text)::uuid, $6::bigint
  FROM (VALUES ('revenue'), ('funding')) AS loss (account)
  WHERE NOT EXISTS (SELECT FROM ledger_keys WHERE subject = $1 AND kind = 'loss ' || $5::text)`;
