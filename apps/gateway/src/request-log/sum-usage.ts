import { BUCKET } from './latency';

export const USAGE_GROUPS = ['day', 'customer', 'key', 'model', 'route'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

export type UsageRow = {
  day: string | null;
  customer: string | null;
  key: string | null;
  model: string | null;
  route: string | null;
  requests: number;
  errors: number;
  units: Record<string, number> | null;
  /** How many answers took about so long, by `bucketOf` in latency.ts. */
  latencies: Record<string, number> | null;
  cost_nano: string;
  supplier_cost_nano: string;
};

/** Whose usage is summed. Absent: everybody's. */
export interface Whose {
  customerId?: string | undefined;
  keyId?: string | undefined;
  model?: string | undefined;
  routeIds?: readonly string[] | undefined;
}

/** The part of a range that has sums, and the whole days in it. It may be empty. */
export interface Covered {
  since: Date;
  until: Date;
  days: { since: Date; until: Date };
}

/** The parameters of SUM_USAGE. */
export function usageParameters(
  range: { from: Date; to: Date; covered: Covered },
  asked: { groups: readonly UsageGroup[]; whose?: Whose; hasUnits: boolean; hasLatencies: boolean },
): unknown[] {
  const { from, to, covered } = range;
  const { groups, whose = {}, hasUnits, hasLatencies } = asked;
  return [
    from,
    to,
    ...USAGE_GROUPS.map((group) => groups.includes(group)),
    whose.customerId ?? null,
    covered.since,
    covered.until,
    whose.keyId ?? null,
    whose.model ?? null,
    whose.routeIds ?? null,
    hasLatencies,
    covered.days.since,
    covered.days.until,
    hasUnits,
  ];
}

/** The parameters of SUM_USAGE for the sums themselves: each group, from the rows. */
export const fromRows = (from: Date, to: Date): unknown[] =>
  usageParameters(
    { from, to, covered: { since: to, until: to, days: { since: to, until: to } } },
    { groups: USAGE_GROUPS, hasUnits: true, hasLatencies: true },
  );

const SUMS = `
  local_day, customer_id, key_id, model, route_id, requests, errors, units, latencies, cost_nano, supplier_cost_nano`;

/** What follows the table when the rows of SUM_USAGE, sent as JSON, are stored for the day or hour that `claimed` has. */
export const usageToStore = (time: 'day' | 'hour', json: string): string => `(${time}, ${SUMS})
  SELECT claimed.${time}, sums.day, customer, key, model, route, requests, errors, COALESCE(units, '{}'), COALESCE(latencies, '{}'), cost_nano, supplier_cost_nano
  FROM claimed CROSS JOIN jsonb_to_recordset(${json}::jsonb) AS sums (day text, customer uuid, key uuid, model text, route uuid, requests integer,
    errors integer, units jsonb, latencies jsonb, cost_nano bigint, supplier_cost_nano bigint)`;

/**
 * From $1 to $2: rows, but between $9 and $10 sums, which are those of days between $15 and $16. The groups are $3 to $7,
 * the customer is $8 or null, the key is $11 or null, and so are the model $12 and the routes $13. $17: whether units are counted, $14: whether latencies
 * are counted, of which a day has many. Reads, such as the polls of a task, have none. A latency is counted as the unit
 * `~` and its bucket.
 */
export const SUM_USAGE = `
  WITH asked AS (
    SELECT request_id::text AS request_id, at, customer_id, key_id, model, route_id, (status >= 400 OR code IS NOT NULL)::int AS errors,
      CASE WHEN status < 400 AND code IS NULL AND endpoint NOT LIKE 'GET %' THEN '~' || ${BUCKET} END AS bucket
    FROM request_log WHERE (at >= $1::timestamptz AND at < $9::timestamptz OR at >= $10::timestamptz AND at < $2::timestamptz) AND customer_id IS NOT NULL AND ($8::uuid IS NULL OR customer_id = $8)
  ), charged AS (
    SELECT request_id, created_at AS at, customer_id, key_id, model, route_id, -amount_nano AS cost_nano, supplier_cost_nano, lines
    FROM ledger_entries WHERE (created_at >= $1::timestamptz AND created_at < $9::timestamptz OR created_at >= $10::timestamptz AND created_at < $2::timestamptz) AND account = 'customer' AND kind = 'charge' AND ($8::uuid IS NULL OR customer_id = $8)
  ), joined AS (
    SELECT COALESCE(asked.at, charged.at) AS at, COALESCE(asked.customer_id, charged.customer_id) AS customer_id,
      asked.key_id AS asking_key_id, charged.key_id AS charged_key_id, COALESCE(charged.model, asked.model) AS model,
      COALESCE(charged.route_id, asked.route_id) AS route_id, (asked.request_id IS NOT NULL)::int AS requests, asked.errors, asked.bucket,
      charged.cost_nano, charged.supplier_cost_nano, charged.lines, asked.key_id <> charged.key_id AS is_of_another
    FROM asked FULL JOIN charged USING (request_id)
  ), each AS (
    SELECT at, customer_id, COALESCE(charged_key_id, asking_key_id) AS key_id, model, route_id,
      CASE WHEN is_of_another THEN 0 ELSE requests END AS requests, CASE WHEN is_of_another THEN 0 ELSE errors END AS errors,
      cost_nano, supplier_cost_nano, lines, CASE WHEN is_of_another THEN NULL ELSE bucket END AS bucket
    FROM joined
    UNION ALL
    SELECT at, customer_id, asking_key_id, model, route_id, requests, errors, 0, 0, NULL, bucket FROM joined WHERE is_of_another
    UNION ALL
    SELECT created_at, customer_id, key_id, model, route_id, 0, 0, -amount_nano, 0, NULL, NULL
    FROM refunds WHERE (created_at >= $1::timestamptz AND created_at < $9::timestamptz OR created_at >= $10::timestamptz AND created_at < $2::timestamptz) AND ($8::uuid IS NULL OR customer_id = $8)
  ), named AS (
    SELECT CASE WHEN $3 THEN to_char(at AT TIME ZONE customers.time_zone, 'YYYY-MM-DD') END AS day,
      CASE WHEN $4 THEN customer_id END AS customer, CASE WHEN $5 THEN key_id END AS key,
      CASE WHEN $6 THEN model END AS model, CASE WHEN $7 THEN route_id END AS route,
      requests, errors, cost_nano, supplier_cost_nano, lines, bucket
    FROM each JOIN customers ON customers.id = customer_id
    WHERE ($11::uuid IS NULL OR key_id = $11) AND ($12::text IS NULL OR model = $12) AND ($13::uuid[] IS NULL OR route_id = ANY ($13))
  ), stored AS (
    SELECT CASE WHEN $3 THEN local_day END AS day, CASE WHEN $4 THEN customer_id END AS customer, CASE WHEN $5 THEN key_id END AS key,
      CASE WHEN $6 THEN model END AS model, CASE WHEN $7 THEN route_id END AS route, requests, errors, cost_nano, supplier_cost_nano, units, latencies
    FROM (
      SELECT ${SUMS} FROM usage_day_sums WHERE day >= ($15::timestamptz AT TIME ZONE 'UTC')::date AND day < ($16::timestamptz AT TIME ZONE 'UTC')::date
      UNION ALL
      SELECT ${SUMS} FROM usage_hour_sums WHERE hour >= $9::timestamptz AND hour < $15::timestamptz OR hour >= $16::timestamptz AND hour < $10::timestamptz
    ) AS sums
    WHERE ($8::uuid IS NULL OR customer_id = $8)
      AND ($11::uuid IS NULL OR key_id = $11) AND ($12::text IS NULL OR model = $12) AND ($13::uuid[] IS NULL OR route_id = ANY ($13))
  ), counted AS (
    SELECT day, customer, key, model, route, NULL AS unit_type, 0::bigint AS units, requests, errors, cost_nano, supplier_cost_nano FROM named
    UNION ALL
    SELECT day, customer, key, model, route, line ->> 'unit_type', (line ->> 'units')::bigint, 0, 0, 0, 0
    FROM named CROSS JOIN LATERAL jsonb_array_elements(lines) AS line WHERE $17::boolean
    UNION ALL
    SELECT day, customer, key, model, route, NULL, 0, requests, errors, cost_nano, supplier_cost_nano FROM stored
    UNION ALL
    SELECT day, customer, key, model, route, unit_key, unit_value::bigint, 0, 0, 0, 0
    FROM stored CROSS JOIN LATERAL jsonb_each_text(units) AS unit (unit_key, unit_value) WHERE $17::boolean
    UNION ALL
    SELECT day, customer, key, model, route, bucket, 1, 0, 0, 0, 0 FROM named WHERE $14::boolean AND bucket IS NOT NULL
    UNION ALL
    SELECT day, customer, key, model, route, '~' || bucket_key, bucket_value::bigint, 0, 0, 0, 0
    FROM stored CROSS JOIN LATERAL jsonb_each_text(latencies) AS bucket (bucket_key, bucket_value) WHERE $14::boolean
  ), summed AS (
    SELECT day, customer, key, model, route, unit_type, sum(units)::bigint AS units, sum(requests) AS requests, sum(errors) AS errors,
      sum(cost_nano) AS cost_nano, sum(supplier_cost_nano) AS supplier_cost_nano
    FROM counted GROUP BY day, customer, key, model, route, unit_type
  )
  SELECT day, customer, key, model, route, COALESCE(sum(requests), 0)::int AS requests, COALESCE(sum(errors), 0)::int AS errors,
    jsonb_object_agg(unit_type, units) FILTER (WHERE unit_type NOT LIKE '~%') AS units,
    jsonb_object_agg(substr(unit_type, 2), units) FILTER (WHERE unit_type LIKE '~%') AS latencies,
    COALESCE(sum(cost_nano), 0)::text AS cost_nano, COALESCE(sum(supplier_cost_nano), 0)::text AS supplier_cost_nano
  FROM summed GROUP BY day, customer, key, model, route
  ORDER BY day DESC, customer, key, model, route`;
