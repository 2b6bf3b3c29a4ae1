import { Injectable } from '@nestjs/common';
import { LongReads, REPORT_LIMIT_MS } from '../database/long-reads';
import type { SupplierDriftView } from './supplier-usage.view';
import { formatCny } from '../money';
import { driftPercent, type Figures } from './drift-percent';

type DriftRow = {
  supplier_id: string;
  day: string;
  upstream_model: string;
  unit_type: string;
  our_units: string | null;
  our_cost_nano: string | null;
  their_units: string | null;
  their_cost_nano: string | null;
  is_reported: boolean;
};

export interface ModelDrift {
  supplierId: string;
  upstreamModel: string;
  /** From 0 (equal) to 1. */
  ratio: number;
}

/** Losses count, because the supplier billed them. */
@Injectable()
export class SupplierDriftService {
  constructor(private readonly longReads: LongReads) {}

  async compare(from: Date, to: Date): Promise<SupplierDriftView[]> {
    return (await this.read(from, to)).map(toView);
  }

  async worstByModel(from: Date, to: Date): Promise<ModelDrift[]> {
    const days = new Map<string, { supplierId: string; upstreamModel: string; ours: Figures; theirs: Figures }>();
    for (const row of await this.read(from, to)) {
      if (!row.is_reported) continue;
      const key = JSON.stringify([row.supplier_id, row.day, row.upstream_model]);
      const day = days.get(key) ?? {
        supplierId: row.supplier_id,
        upstreamModel: row.upstream_model,
        ours: { units: 0n, costNano: 0n },
        theirs: { units: 0n, costNano: 0n },
      };
      days.set(key, { ...day, ours: plus(day.ours, oursOf(row)), theirs: plus(day.theirs, theirsOf(row)) });
    }
    const worst = new Map<string, ModelDrift>();
    for (const { supplierId, upstreamModel, ours, theirs } of days.values()) {
      const ratio = Math.min(1, Math.abs(driftPercent(ours, theirs) ?? 0) / 100);
      const key = JSON.stringify([supplierId, upstreamModel]);
      if (ratio >= (worst.get(key)?.ratio ?? 0)) worst.set(key, { supplierId, upstreamModel, ratio });
    }
    return [...worst.values()];
  }

  private read(from: Date, to: Date): Promise<DriftRow[]> {
    return this.longReads.read({ limitMs: REPORT_LIMIT_MS }, (ask) =>
      ask<DriftRow>(COMPARE, [from.toISOString().slice(0, 10), to]),
    );
  }
}

const oursOf = ({ our_units, our_cost_nano }: DriftRow) => figuresOf(our_units, our_cost_nano);
const theirsOf = ({ their_units, their_cost_nano }: DriftRow) => figuresOf(their_units, their_cost_nano);

function figuresOf(units: string | null, costNano: string | null): Figures | null {
  return units === null ? null : { units: BigInt(units), costNano: costNano === null ? null : BigInt(costNano) };
}

function plus(sum: Figures, more: Figures | null): Figures {
  if (!more) return sum;
  return {
    units: sum.units + more.units,
    costNano: sum.costNano === null || more.costNano === null ? null : sum.costNano + more.costNano,
  };
}

function toView(row: DriftRow): SupplierDriftView {
  const ours = oursOf(row);
  const theirs = theirsOf(row);
  const cny = (nano: bigint | null | undefined) => (nano === null || nano === undefined ? null : formatCny(nano));
  const isInMoney = ours?.costNano !== null && theirs?.costNano !== null;
  return {
    supplier_id: row.supplier_id,
    day: row.day,
    upstream_model: row.upstream_model,
    unit_type: row.unit_type,
    our_units: ours && Number(ours.units),
    their_units: theirs && Number(theirs.units),
    drift_units: theirs && Number(theirs.units - (ours?.units ?? 0n)),
    our_cost_cny: cny(ours?.costNano),
    their_cost_cny: cny(theirs?.costNano),
    drift_cny: theirs && isInMoney ? cny((theirs.costNano ?? 0n) - (ours?.costNano ?? 0n)) : null,
    drift_percent: driftPercent(ours, theirs),
  };
}

/**
 * $1 the first day, $2 the time before which the last one starts. Each row counts with its route at that time. With one
 * price, units follow from the cost, because a search may take several requests. Tokens without a price count as input.
 */
const COMPARE = `
  WITH zones AS (
    SELECT id AS supplier_id, COALESCE(
      (SELECT name FROM pg_timezone_names WHERE lower(name) = lower(suppliers.options ->> 'usage_time_zone') LIMIT 1), 'UTC') AS zone
    FROM suppliers
  ), times AS (
    SELECT route_id, since, lead(since, 1, 'infinity') OVER (PARTITION BY route_id ORDER BY since) AS until, supplier_id, upstream_model,
      (SELECT jsonb_object_agg(price ->> 'unit_type', price -> 'price_nano') FROM jsonb_array_elements(supplier_prices) AS price) AS prices,
      CASE WHEN jsonb_array_length(supplier_prices) = 1 AND supplier_prices -> 0 ->> 'unit_type' NOT LIKE '%_1k_tokens'
        AND supplier_prices -> 0 ->> 'price_nano' <> '0' THEN supplier_prices -> 0 ->> 'unit_type' END AS only_unit
    FROM route_history
  ), entries AS (
    SELECT times.supplier_id, (entry.created_at AT TIME ZONE COALESCE(zones.zone, 'UTC'))::date AS day, times.upstream_model, unit.*
    FROM ledger_entries entry
      JOIN times ON times.route_id = entry.route_id AND entry.created_at >= times.since AND entry.created_at < times.until
      LEFT JOIN zones ON zones.supplier_id = times.supplier_id
      CROSS JOIN LATERAL (
        SELECT times.only_unit AS unit_type, round(entry.supplier_cost_nano / (times.prices ->> times.only_unit)::numeric) AS units,
          entry.supplier_cost_nano::numeric AS cost_nano
        WHERE times.only_unit IS NOT NULL AND entry.supplier_cost_nano IS NOT NULL
        UNION ALL
        SELECT line ->> 'unit_type', (line ->> 'units')::numeric, CASE WHEN line ->> 'unit_type' LIKE '%_1k_tokens'
            THEN div((line ->> 'units')::numeric * COALESCE(times.prices ->> (line ->> 'unit_type'), times.prices ->> 'input_1k_tokens')::numeric + 500, 1000)
            ELSE (line ->> 'units')::numeric * (times.prices ->> (line ->> 'unit_type'))::numeric END
        FROM jsonb_array_elements(COALESCE(entry.lines, '[]')) AS line
        WHERE times.only_unit IS NULL OR entry.supplier_cost_nano IS NULL
      ) unit
    WHERE entry.account = 'revenue' AND entry.created_at >= $1::date - interval '1 day' AND entry.created_at < $2::timestamptz + interval '2 days'
  ), ours AS (
    SELECT supplier_id, day, upstream_model, unit_type, sum(units) AS units, CASE WHEN bool_and(cost_nano IS NOT NULL) THEN sum(cost_nano) END AS cost_nano
    FROM entries GROUP BY supplier_id, day, upstream_model, unit_type
  ), theirs AS (
    SELECT supplier_id, day, upstream_model, unit_type, units::numeric, cost_nano::numeric FROM supplier_usage
  ), compared AS (
    SELECT supplier_id, day, upstream_model, unit_type, ours.units AS our_units, ours.cost_nano AS our_cost_nano, theirs.units AS their_units,
      theirs.cost_nano AS their_cost_nano
    FROM ours FULL JOIN theirs USING (supplier_id, day, upstream_model, unit_type)
  )
  SELECT compared.supplier_id, to_char(compared.day, 'YYYY-MM-DD') AS day, upstream_model, unit_type, our_units::text, our_cost_nano::text, their_units::text,
    their_cost_nano::text,
    EXISTS (SELECT FROM supplier_usage told WHERE told.supplier_id = compared.supplier_id AND told.day = compared.day) AS is_reported
  FROM compared LEFT JOIN zones ON zones.supplier_id = compared.supplier_id
  WHERE compared.day >= $1::date AND compared.day::timestamp AT TIME ZONE COALESCE(zones.zone, 'UTC') < $2::timestamptz
  ORDER BY compared.day DESC, compared.supplier_id, upstream_model, unit_type`;
