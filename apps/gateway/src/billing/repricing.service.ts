import { Injectable } from '@nestjs/common';
import { LongReads, REPORT_LIMIT_MS } from '../database/long-reads';
import { UNIT_TYPES } from '../unit-types';
import { READ_WIDELY } from './ledger-checks';

/** What one unit of past requests was, as far as their lines say. */
export interface ChargedClass {
  model: string;
  unit_type: string;
  size: string | null;
  quality: string | null;
  depth: string | null;
  /** The highest of the given steps that the input of the request exceeds, or 0. */
  step: number;
}

/** What a unit of a class would have cost on a price list. */
export type NewPrice = ChargedClass & { list_id: string; nano: string };

export interface Repriced {
  customer_id: string;
  was_nano: string;
  would_be_nano: string;
}

interface Repricing {
  from: Date;
  to: Date;
  models: string[];
  steps: number[];
  /** The lists of customers that are not on the base list. */
  lists: { customer_id: string; list_id: string }[];
  baseListId: string;
  /** Only classes whose price changes. The others keep what was charged. */
  pricesOf: (classes: ChargedClass[]) => NewPrice[];
}

/** What customers paid, and what they would have paid with other prices, charge by charge. */
@Injectable()
export class RepricingService {
  constructor(private readonly longReads: LongReads) {}

  reprice({ from, to, models, steps, lists, baseListId, pricesOf }: Repricing): Promise<Repriced[]> {
    return this.longReads.read({ limitMs: REPORT_LIMIT_MS }, async (ask) => {
      await ask(READ_WIDELY);
      const span = [from, to, models, steps, INPUT];
      const prices = pricesOf(await ask<ChargedClass>(CLASSES, span));
      return ask<Repriced>(EFFECT, [...span, JSON.stringify(lists), JSON.stringify(prices), baseListId]);
    });
  }
}

/** The classes that count as input of a chat. */
const INPUT = UNIT_TYPES.filter((unitType) => /^(?:input|cache|audio_input|image_input)_/.test(unitType));

/** A request without a line for itself has one of 0 CNY, because it would cost what a request costs from now on. */
const LINES = `
  SELECT customer_id, model, line ->> 'unit_type' AS unit_type, line ->> 'size' AS size, line ->> 'quality' AS quality, line ->> 'depth' AS depth,
    (line ->> 'units')::numeric AS units, (line ->> 'amount_nano')::numeric AS nano,
    (SELECT COALESCE(max(step), 0) FROM unnest($4::integer[]) AS step WHERE step < (
      SELECT COALESCE(sum((counted ->> 'units')::numeric), 0) FROM jsonb_array_elements(lines) AS counted WHERE counted ->> 'unit_type' = ANY ($5::text[])
    )) AS step
  FROM ledger_entries CROSS JOIN LATERAL jsonb_array_elements(
    CASE WHEN jsonb_path_exists(lines, '$[*] ? (@.unit_type == "request")') THEN lines ELSE lines || '[{"unit_type": "request", "units": 1, "amount_nano": "0"}]' END
  ) AS line
  WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz AND account = 'customer' AND kind = 'charge' AND model = ANY ($3::text[])`;

const CLASSES = `
  SELECT DISTINCT COALESCE(model, '') AS model, COALESCE(unit_type, '') AS unit_type, size, quality, depth, COALESCE(step, 0) AS step FROM (${LINES}) AS lines`;

const EFFECT = `
  WITH assigned AS (
    SELECT * FROM jsonb_to_recordset($6::jsonb) AS assigned (customer_id uuid, list_id uuid)
  ), price AS (
    SELECT * FROM jsonb_to_recordset($7::jsonb) AS price (list_id uuid, model text, unit_type text, size text, quality text, depth text, step integer, nano numeric)
  ), change AS (
    SELECT lines.customer_id, sum(round(units * price.nano * CASE WHEN lines.unit_type LIKE '%\\_1k\\_tokens' THEN 0.001 ELSE 1 END) - lines.nano) AS nano
    FROM (${LINES}) AS lines LEFT JOIN assigned USING (customer_id)
    JOIN price ON price.list_id = COALESCE(assigned.list_id, $8::uuid) AND price.model = lines.model AND price.unit_type = lines.unit_type AND price.step = lines.step
      AND price.size IS NOT DISTINCT FROM lines.size AND price.quality IS NOT DISTINCT FROM lines.quality AND price.depth IS NOT DISTINCT FROM lines.depth
    GROUP BY lines.customer_id
  ), charged AS (
    SELECT customer_id, -sum(amount_nano) AS nano FROM ledger_entries
    WHERE created_at >= $1::timestamptz AND created_at < $2::timestamptz AND account = 'customer' AND kind = 'charge' GROUP BY customer_id
  )
  SELECT charged.customer_id, COALESCE(charged.nano, 0)::text AS was_nano, (COALESCE(charged.nano, 0) + COALESCE(change.nano, 0))::text AS would_be_nano
  FROM charged LEFT JOIN change USING (customer_id) ORDER BY charged.customer_id`;
