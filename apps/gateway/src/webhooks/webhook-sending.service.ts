/*
 * One attempt of a delivery. Its row is the truth, and its job is a hint:
 *
 * 1. load    A delivery that is over, or whose time has not come, needs nothing.
 * 2. send    The request is signed with each valid secret. It runs outside of a transaction.
 * 3. record  One statement notes the outcome, unless somebody sent the delivery again meanwhile.
 *
 * A process that dies after step 2 has not recorded it, so the receiver gets the event again, with the same webhook-id.
 */
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { unsealByRing } from '@shipyard/platform/sealing';
import { DataSource } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import { delayAfter } from './delivery-schedule';
import { type AttemptResult, WebhookHttp } from './webhook-http';
import { signatureHeaders } from './webhook-signature';
import { giveUp } from './webhooks.service';

const GONE = 410;

interface DueDelivery {
  webhookId: string;
  attempts: number;
  url: string;
  isInternal: boolean;
  masterKeyId: string;
  sealed: Buffer;
  previousMasterKeyId: string | null;
  previousSealed: Buffer | null;
  eventId: string;
  type: string;
  data: object;
  raisedAt: Date;
}

@Injectable()
export class WebhookSendingService implements OnApplicationShutdown {
  private readonly http = new WebhookHttp();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'GATEWAY_MASTER_KEYS'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async attempt(deliveryId: string, signal: AbortSignal): Promise<void> {
    const [due] = await this.dataSource.query<DueDelivery[]>(FIND_DUE, [deliveryId]);
    if (!due) return;
    const secrets = this.secretsOf(due);
    const result = secrets.length === 0 ? unsigned() : await this.http.send(toRequest(due, secrets), signal);
    if (result.error !== null)
      this.logger.info(
        { delivery_id: deliveryId, webhook_id: due.webhookId, status: result.status },
        `A webhook was not delivered: ${result.error}`,
      );
    await this.record(deliveryId, due, result);
  }

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }

  private async record(deliveryId: string, { webhookId, attempts }: DueDelivery, result: AttemptResult): Promise<void> {
    const isGone = result.status === GONE;
    const delayMs = result.isDelivered || isGone ? null : delayAfter(attempts + 1, result.wishedMs);
    await this.dataSource.transaction(async (manager) => {
      await manager.query<[unknown, number]>(RECORD, [
        deliveryId,
        attempts,
        result.isDelivered ? 'delivered' : delayMs === null ? 'failed' : 'pending',
        delayMs,
        result.status,
        result.error,
      ]);
      if (!isGone) return;
      await manager.query<[unknown, number]>('UPDATE webhooks SET is_enabled = false WHERE id = $1', [webhookId]);
      await giveUp(manager, webhookId);
    });
  }

  private secretsOf({ webhookId, ...sealed }: DueDelivery): string[] {
    const { masterKeyId, previousMasterKeyId, previousSealed } = sealed;
    const each = [{ masterKeyId, sealed: sealed.sealed }];
    if (previousMasterKeyId !== null && previousSealed !== null)
      each.push({ masterKeyId: previousMasterKeyId, sealed: previousSealed });
    return each.flatMap((one) => unsealByRing(one, webhookId, this.config.GATEWAY_MASTER_KEYS)?.toString() ?? []);
  }
}

const unsigned = (): AttemptResult => ({
  isDelivered: false,
  status: null,
  error: 'The secret cannot be decrypted. Rotate it',
  wishedMs: null,
});

function toRequest({ url, isInternal, eventId, type, data, raisedAt }: DueDelivery, secrets: string[]) {
  const body = JSON.stringify({ type, timestamp: raisedAt.toISOString(), data });
  const sentAt = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Shipyard-Webhooks/1.0',
    ...signatureHeaders({ eventId, sentAt, body }, secrets),
  };
  return { url, isInternal, headers, body };
}

const FIND_DUE = `
  SELECT delivery.webhook_id AS "webhookId", delivery.attempts, webhook.url, webhook.is_internal AS "isInternal",
    webhook.master_key_id AS "masterKeyId", webhook.sealed,
    CASE WHEN webhook.previous_valid_until > now() THEN webhook.previous_master_key_id END AS "previousMasterKeyId",
    CASE WHEN webhook.previous_valid_until > now() THEN webhook.previous_sealed END AS "previousSealed",
    event.id AS "eventId", event.type, event.data, event.created_at AS "raisedAt"
  FROM webhook_deliveries delivery
  JOIN webhooks webhook ON webhook.id = delivery.webhook_id
  JOIN webhook_events event ON event.id = delivery.event_id
  WHERE delivery.id = $1 AND delivery.status = 'pending' AND delivery.next_attempt_at <= now()`;

const RECORD = `
  UPDATE webhook_deliveries SET status = $3, attempts = attempts + 1, last_attempt_at = now(), last_status = $5, last_error = $6,
    next_attempt_at = now() + make_interval(secs => $4::double precision / 1000)
  WHERE id = $1 AND attempts = $2 AND status = 'pending'`;
