/** Gives what was held by the rows of `released` back to their customers and to the budgets of their keys. */
export const GIVE_BACK = `returned AS (
    UPDATE customers SET held_nano = held_nano - total.amount_nano
    FROM (SELECT customer_id, sum(amount_nano)::bigint AS amount_nano FROM released GROUP BY customer_id) total
    WHERE customers.id = total.customer_id
  ), counted AS (
    UPDATE budget_windows SET held_nano = held_nano - total.amount_nano
    FROM (
      SELECT key_id, window_starts_at, sum(amount_nano)::bigint AS amount_nano
      FROM released WHERE window_starts_at IS NOT NULL GROUP BY key_id, window_starts_at
    ) total WHERE budget_windows.key_id = total.key_id AND budget_windows.starts_at = total.window_starts_at
  )`;
