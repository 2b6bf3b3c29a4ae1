import { BASE_LIST_NAME } from '../unit-types';

export const REFUND_UNIT = 'refund';

/** The charges and refunds of customers among `rows`, by class of unit. Refunds have no price list. */
export const sumLines = (rows: string): string => `
  SELECT customer_id, COALESCE(model, '') AS model, COALESCE(line ->> 'unit_type', '') AS unit_type,
    COALESCE(line ->> 'price_list', '${BASE_LIST_NAME}') AS price_list,
    COALESCE(sum((line ->> 'units')::numeric), 0) AS units, COALESCE(sum((line ->> 'amount_nano')::numeric), 0) AS amount_nano
  FROM (${rows}) AS charged CROSS JOIN LATERAL jsonb_array_elements(lines) AS line
  WHERE account = 'customer' AND kind = 'charge' GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT customer_id, COALESCE(model, ''), '${REFUND_UNIT}', NULL, count(*), -sum(amount_nano)
  FROM (${rows}) AS refunded WHERE account = 'customer' AND kind <> 'charge' AND refund_id IS NOT NULL GROUP BY 1, 2`;
