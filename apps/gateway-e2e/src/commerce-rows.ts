import type { TestStack } from '@shipyard/testing';

const BASE = '00000000-0000-4000-8000-000000000000';
const PARTNER = '00000000-0000-4000-8000-000000000001';
const HOOK = '00000000-0000-4000-8000-000000000002';
const EVENT = '00000000-0000-4000-8000-000000000003';

/** Rows of each kind that the migrations of commerce know, for a stack that has charged a call. */
export class CommerceRows {
  /** What `readAdded` finds where a schema is new to its rows. */
  static readonly NONE = {
    lists: ['base'],
    otherPrices: 0,
    onLists: 0,
    webhooks: 0,
    events: 0,
    mails: 0,
    statements: 0,
    refunds: 0,
    terms: 0,
    withLimits: 0,
    withDefaults: 0,
    withFallback: 0,
    members: 0,
    ofMembers: 0,
  };

  constructor(private readonly stack: TestStack) {}

  async add(): Promise<void> {
    for (const statement of STATEMENTS) await this.stack.query('gateway', statement);
    const added = await this.readAdded();
    const missing = Object.entries(CommerceRows.NONE).filter(
      ([name, none]) => JSON.stringify(added[name]) === JSON.stringify(none),
    );
    if (missing.length > 0) throw new Error(`No rows were added: ${String(missing)}`);
  }

  /** What must outlast a return to the version before: money, what the audit says, and the base list. */
  async readKept(): Promise<Record<string, unknown>> {
    const [row] = await this.stack.query('gateway', READ_KEPT);
    return row ?? {};
  }

  /** What a customer who owes may go below zero. */
  async readLine(): Promise<unknown> {
    const [row] = await this.stack.query(
      'gateway',
      'SELECT credit_line_nano AS line FROM customers WHERE balance_nano < held_nano',
    );
    return row?.['line'];
  }

  async readAdded(): Promise<Record<string, unknown>> {
    const [row] = await this.stack.query('gateway', READ_ADDED);
    return row ?? {};
  }
}

const STATEMENTS = [
  `INSERT INTO price_lists (id, name, inherits_id, multiplier_e5) VALUES ('${PARTNER}', 'partner', '${BASE}', 85000)`,
  // Of another list, and of the base list for some requests only: the version before would charge them to everybody.
  `INSERT INTO prices (id, list_id, model_id, unit_type, unit_name, price_nano, position, effective_at, price_list_id, above_input_tokens)
   SELECT gen_random_uuid(), list_id, model_id, unit_type, unit_name, 7, 90 + place, effective_at, other.price_list, above
   FROM prices, (VALUES (1, '${PARTNER}'::uuid, NULL), (2, '${BASE}'::uuid, 200000)) AS other (place, price_list, above)
   WHERE model_id = 'sandbox-chat' AND unit_type = 'input_1k_tokens'`,
  `UPDATE models SET qualities = '{fine}' WHERE id = 'sandbox-image'`,
  `INSERT INTO customer_price_lists (id, customer_id, price_list_id) SELECT gen_random_uuid(), id, '${PARTNER}' FROM customers`,
  `INSERT INTO image_tasks (id, customer_id, key_id, hold_id, request_id, model_id, prompt, size, image_count, unit_price_nano, status, finished_at, expires_at)
   SELECT 'imgtask_' || md5('x'), customer_id, id, gen_random_uuid(), 'x', 'sandbox-image', 'a', '1x1', 1, 0, 'succeeded', now(), now() FROM enterprise_keys LIMIT 1`,
  `INSERT INTO image_task_terms (task_id, quality, prices, offers)
   SELECT id, 'fine', '[]', '[{}]' FROM image_tasks ON CONFLICT (task_id) DO UPDATE SET quality = 'fine', offers = '[{}]'`,
  `WITH charge AS (
     SELECT * FROM ledger_entries WHERE kind = 'charge' AND account = 'customer' LIMIT 1
   ), refund AS (
     INSERT INTO refunds (id, request_id, place, customer_id, key_id, model, charged_at, amount_nano, refunded_nano, charged_nano, reason)
     SELECT gen_random_uuid(), request_id, place, customer_id, key_id, model, created_at, 1, place, -amount_nano, 'x'
     FROM charge, generate_series(1, 2) AS place RETURNING *
   )
   INSERT INTO ledger_entries (id, request_id, customer_id, key_id, model, account, kind, amount_nano, refund_id)
   SELECT gen_random_uuid(), request_id, customer_id, key_id, model, account, 'credit', nano, refund.id
   FROM refund, (VALUES ('customer', 1), ('revenue', -1)) AS entry (account, nano)`,
  `UPDATE customers SET credit_line_nano = 5, overdue_at = now(), limit_rpm = 5, spend_day_nano = 5, key_defaults = '{"rpm": 5}',
     alert_balance_below_nano = 5, alert_mail_to = '{ada@customer.example}'`,
  `UPDATE customers SET balance_nano = held_nano - 3 WHERE id = (SELECT min(id::text)::uuid FROM customers)`,
  `UPDATE enterprise_keys SET scopes = scopes || '{keys}', allowed_terms = '{}', fallback = '{sandbox-chat}'`,
  `INSERT INTO statements (id, number, customer_id, customer_name, month, time_zone, starts_at, ends_at, lines, total_nano, corrects, reason)
   SELECT gen_random_uuid(), number, (SELECT id FROM customers LIMIT 1), 'x', '2026-01-01', 'UTC', '2026-01-01', '2026-02-01', '[]', 0, corrects, reason
   FROM (VALUES (1, NULL, NULL), (2, 1, 'x')) AS statement (number, corrects, reason)`,
  `INSERT INTO change_entries (id, actor_kind, actor_id, actor_name, request_id, action, subject_id)
   SELECT gen_random_uuid(), 'enterprise_key', id, name, 'none', 'key.update', id FROM enterprise_keys`,
  `INSERT INTO webhooks (id, customer_id, url, events, master_key_id, sealed)
   SELECT '${HOOK}', min(id::text)::uuid, 'https://host.example/', '{balance.low}', 'k', '\\x00' FROM customers`,
  `INSERT INTO webhook_events (id, type, subject, customer_id, data) SELECT '${EVENT}', 'balance.low', 'x', customer_id, '{}' FROM webhooks`,
  `INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type) VALUES (gen_random_uuid(), '${HOOK}', '${EVENT}', 'balance.low')`,
  `INSERT INTO customer_members (id, customer_id, email, role) SELECT '${HOOK}', id, 'ada@customer.example', 'owner' FROM customers LIMIT 1`,
  `INSERT INTO member_links (id, member_id, purpose, expires_at) VALUES ('${EVENT}', '${HOOK}', 'invitation', now())`,
  `INSERT INTO mail_outbox (id, kind, key, address, link_id) VALUES (gen_random_uuid(), 'member_invited', 'y', 'ada@customer.example', '${EVENT}')`,
  `INSERT INTO second_factors (owner_id, key_id, sealed_secret) VALUES ('${HOOK}', 'k', '\\x00')`,
  `INSERT INTO change_entries (id, actor_kind, actor_id, actor_name, request_id, action, subject_id)
   VALUES (gen_random_uuid(), 'member', '${HOOK}', 'x', 'none', 'member.invite', 'x')`,
  `INSERT INTO mail_outbox (id, kind, key, address, event_id) VALUES (gen_random_uuid(), 'alert', 'x', 'ada@customer.example', '${EVENT}')`,
];

const READ_KEPT = `
  SELECT (SELECT min(balance_nano - held_nano)::text FROM customers) AS balance,
    (SELECT sum(amount_nano)::text FROM ledger_entries WHERE kind = 'credit' AND request_id IN (SELECT request_id FROM ledger_entries WHERE kind = 'charge') AND account = 'customer') AS refunded,
    (SELECT count(*)::integer FROM ledger_entries) AS entries,
    (SELECT count(*)::integer FROM change_entries WHERE actor_kind IN ('enterprise_key', 'member')) AS changes,
    (SELECT count(*)::integer FROM enterprise_keys WHERE 'keys' = ANY(scopes)) AS managers,
    (SELECT count(*)::integer FROM image_tasks) AS tasks,
    (SELECT array_agg(model_id || ' ' || unit_type || ' ' || price_nano ORDER BY model_id, unit_type, price_nano) FROM prices WHERE position < 90) AS prices`;

const READ_ADDED = `
  SELECT (SELECT array_agg(name ORDER BY name) FROM price_lists) AS lists,
    (SELECT count(*)::integer FROM prices WHERE price_list_id <> '${BASE}' OR above_input_tokens IS NOT NULL) AS "otherPrices",
    (SELECT count(*)::integer FROM customer_price_lists) AS "onLists",
    (SELECT count(*)::integer FROM webhooks) AS webhooks,
    (SELECT count(*)::integer FROM webhook_events) AS events,
    (SELECT count(*)::integer FROM mail_outbox) AS mails,
    (SELECT count(*)::integer FROM statements) AS statements,
    (SELECT count(*)::integer FROM refunds) AS refunds,
    (SELECT count(*)::integer FROM image_task_terms WHERE offers IS NOT NULL) AS terms,
    (SELECT count(*)::integer FROM customers WHERE limit_rpm IS NOT NULL OR alert_mail_to <> '{}') AS "withLimits",
    (SELECT count(*)::integer FROM customers WHERE key_defaults <> '{}') AS "withDefaults",
    (SELECT count(*)::integer FROM enterprise_keys WHERE fallback IS NOT NULL) AS "withFallback",
    (SELECT count(*)::integer FROM customer_members) AS members,
    (SELECT count(*)::integer FROM second_factors WHERE owner_id = '${HOOK}') AS "ofMembers"`;
