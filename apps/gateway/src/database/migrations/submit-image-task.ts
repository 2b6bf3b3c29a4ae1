/** The money that a customer may still hold. Each version of the function has its own. */
export interface SubmitTerms {
  /** Columns of the customer. */
  columns: string;
  /** Outcomes that are decided before the money is looked at. */
  checks: string;
  /** What is available to the customer. */
  available: string;
}

/**
 * Places an image task with its hold, or says why not. One statement instead of seven, so that the customer's row is
 * locked for one reply only. It is a function because a statement counts tasks as they were before it waited for the
 * lock, and its parts count anew.
 */
export const submitImageTask = ({ columns, checks, available }: SubmitTerms) => `
  CREATE OR REPLACE FUNCTION submit_image_task(
    new_task text, new_hold uuid, payer uuid, payer_key uuid, request text, model text, wanted text, wanted_size text, images integer,
    label text, unit_price bigint, cost bigint, budget_window timestamptz, served boolean, submitted timestamptz,
    OUT outcome text, OUT most integer, OUT turn integer
  ) LANGUAGE plpgsql AS $$
  DECLARE
    customer record;
    free bigint;
  BEGIN
    SELECT balance_nano, held_nano, max_open_tasks, max_unfetched_tasks${columns} INTO STRICT customer FROM customers WHERE id = payer FOR NO KEY UPDATE;

    SELECT count(*) INTO turn FROM (
      SELECT FROM image_tasks WHERE customer_id = payer AND status IN ('pending', 'running') LIMIT customer.max_open_tasks
    ) open;
    IF turn >= customer.max_open_tasks THEN
      outcome := 'too_many_open';
      most := customer.max_open_tasks;
      RETURN;
    END IF;
    -- The hold of a task ends when it fails, is retrieved or expires. Open tasks count too, because all may succeed.
    IF (SELECT count(*) FROM (
      SELECT FROM holds WHERE customer_id = payer AND task_id IS NOT NULL LIMIT customer.max_unfetched_tasks
    ) unfetched) >= customer.max_unfetched_tasks THEN
      outcome := 'too_many_unfetched';
      most := customer.max_unfetched_tasks;
      RETURN;
    END IF;

    SELECT key.budget_nano - counted.used_nano - counted.held_nano INTO free
      FROM budget_windows counted JOIN enterprise_keys key ON key.id = counted.key_id
      WHERE counted.key_id = payer_key AND counted.starts_at = budget_window FOR NO KEY UPDATE OF counted;
${checks}    IF LEAST(free, ${available}) < cost THEN
      outcome := 'too_little_money';
      RETURN;
    END IF;
    -- As in all other calls, the money is looked at before the routes.
    IF NOT served THEN
      outcome := 'unserved';
      RETURN;
    END IF;

    UPDATE customers SET held_nano = held_nano + cost WHERE id = payer;
    UPDATE budget_windows SET held_nano = held_nano + cost WHERE key_id = payer_key AND starts_at = budget_window;
    INSERT INTO holds (id, customer_id, key_id, request_id, task_id, amount_nano, window_starts_at)
      VALUES (new_hold, payer, payer_key, request, new_task, cost, budget_window);
    INSERT INTO image_tasks (id, customer_id, key_id, hold_id, request_id, model_id, prompt, size, image_count, user_label, unit_price_nano, created_at)
      VALUES (new_task, payer, payer_key, new_hold, request, model, wanted, wanted_size, images, label, unit_price, submitted);
    outcome := 'submitted';
  END
  $$`;

export const PREPAID: SubmitTerms = {
  columns: '',
  checks: '',
  available: 'customer.balance_nano - customer.held_nano',
};
