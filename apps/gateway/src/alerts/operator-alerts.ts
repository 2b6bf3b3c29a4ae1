import { Inject, Injectable } from '@nestjs/common';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';
import { LongReads } from '../database/long-reads';
import { formatCny } from '../money';
import { SupplierDriftService } from '../supplier-usage';
import { raiseEvent, type RaisedEvent } from '../webhooks';
import { DRIFT_RATIO, isHighLoss } from './alert-rules';

const READ_LIMIT_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const WATCHED_DAYS = 7;

/** What operators are told about money, once a day each. */
@Injectable()
export class OperatorAlerts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly longReads: LongReads,
    private readonly drift: SupplierDriftService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'OPERATOR_MAIL_TO'>,
  ) {}

  async raise(): Promise<void> {
    const now = new Date();
    const day = now.toISOString().slice(0, 10);
    await this.raiseAll([...(await this.losses(day)), ...(await this.drifts(now, day))]);
  }

  private async losses(day: string): Promise<RaisedEvent[]> {
    const [sums] = await this.longReads.read({ limitMs: READ_LIMIT_MS }, (ask) =>
      ask<{ lost: string; charged: string; requests: number }>(LAST_DAY, [this.config.OPERATOR_MAIL_TO.length > 0]),
    );
    if (!sums || !isHighLoss(BigInt(sums.lost), BigInt(sums.charged))) return [];
    const data = {
      hours: 24,
      requests: sums.requests,
      loss_cny: formatCny(BigInt(sums.lost)),
      charged_cny: formatCny(BigInt(sums.charged)),
    };
    return [{ type: 'losses.high', subject: day, customerId: null, data }];
  }

  private async drifts(now: Date, day: string): Promise<RaisedEvent[]> {
    const found = await this.drift.worstByModel(new Date(now.getTime() - WATCHED_DAYS * DAY_MS), now);
    return found
      .filter(({ ratio }) => ratio > DRIFT_RATIO)
      .map(({ supplierId, upstreamModel, ratio }) => ({
        type: 'supplier.drift',
        subject: JSON.stringify([supplierId, upstreamModel, day]),
        customerId: null,
        data: {
          supplier_id: supplierId,
          upstream_model: upstreamModel,
          days: WATCHED_DAYS,
          drift_percent: Math.round(ratio * 10_000) / 100,
        },
      }));
  }

  private async raiseAll(events: RaisedEvent[]): Promise<void> {
    const mailTo = this.config.OPERATOR_MAIL_TO;
    for (const event of events)
      await this.dataSource.transaction((manager) => raiseEvent(manager, { ...event, mailTo }));
  }
}

export const operatorAlertsSweeper = sweeper({
  name: 'alerts of operators',
  everyMs: 60 * 60_000,
  inject: [OperatorAlerts],
  sweep: (alerts) => alerts.raise(),
});

/** A loss has two rows, and the one of the revenue account counts. */
const LAST_DAY = `
  SELECT COALESCE(sum(amount_nano) FILTER (WHERE kind = 'loss' AND account = 'revenue'), 0)::text AS lost,
    count(*) FILTER (WHERE kind = 'loss' AND account = 'revenue')::integer AS requests,
    COALESCE(-sum(amount_nano) FILTER (WHERE kind = 'charge' AND account = 'customer'), 0)::text AS charged
  FROM ledger_entries WHERE created_at >= now() - interval '24 hours'
    AND ($1 OR EXISTS (SELECT FROM webhooks WHERE is_enabled AND 'losses.high' = ANY(events) AND customer_id IS NULL))`;
