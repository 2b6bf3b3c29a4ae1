/*
 * Webhooks, and the log of their deliveries. An operator sees all of them, and a customer its own:
 *
 * 1. find    Another customer's webhook or delivery is not found.
 * 2. write   The URL of a customer is never internal, even if an operator's was.
 * 3. turn off  The deliveries that wait are given up in the same transaction.
 */
import { Inject, Injectable } from '@nestjs/common';
import { envelopeErrors, inputInvalid, type ResponseRecorder } from '@shipyard/http';
import { violatedConstraint } from '@shipyard/platform/database';
import { uuidv7 } from '@shipyard/platform/ids';
import { sealByRing } from '@shipyard/platform/sealing';
import { isUUID } from 'class-validator';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, type Change, ChangesService } from '../changes/changes.service';
import { CONFIG, type GatewayConfig } from '../config';
import { NEWEST_FIRST, type Page, readPage } from '../database/page';
import type { PageQuery } from '../database/page.dto';
import { Webhook } from './webhook.entity';
import {
  type DeliveryView,
  toDeliveryView,
  toWebhookView,
  type WebhookAnswer,
  type WebhookView,
  type WebhookWithSecret,
} from './webhook.view';
import { WebhookDelivery } from './webhook-delivery.entity';
import { OPERATOR_EVENTS, type WebhookEvent } from './webhook-events';
import { mintWebhookSecret } from './webhook-signature';
import {
  type CreateWebhookDto,
  type ChangeWebhookDto,
  type RotateWebhookDto,
  WEBHOOK_GRACE_SECONDS,
} from './webhooks.dto';
import { webhookErrors } from './webhooks.errors';

/** Whose webhooks: those of one customer, or all. */
export interface WebhookHolder {
  actor: Actor;
  /** Null for an operator. */
  customerId: string | null;
}

type Reader = Pick<WebhookHolder, 'customerId'>;

/** Bounds what a customer stores, and how often one event is sent. */
const MOST_WEBHOOKS = 20;

@Injectable()
export class WebhooksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'GATEWAY_MASTER_KEYS'>,
  ) {}

  list({ customerId }: Reader, page: PageQuery): Promise<Page<WebhookView>> {
    const query = this.dataSource.manager.createQueryBuilder(Webhook, 'webhook');
    if (customerId !== null) query.where('webhook.customer_id = :customerId', { customerId });
    return readPage(query, page, NEWEST_FIRST, toWebhookView);
  }

  async find(reader: Reader, webhookId: string): Promise<WebhookView> {
    return toWebhookView(await get(this.dataSource.manager, reader, webhookId));
  }

  async create(
    { actor, customerId }: WebhookHolder,
    recorder: ResponseRecorder,
    { url, events, internal = false, enabled = true, ...input }: CreateWebhookDto,
  ): Promise<WebhookWithSecret> {
    const ownerId = customerId ?? input.customer_id ?? null;
    assertFitting(events, ownerId);
    const secret = mintWebhookSecret();
    const id = uuidv7();
    try {
      return await this.changes.make(actor, recorder, 'webhook.create', async (manager) => {
        if (customerId !== null) await assertMayAdd(manager, customerId);
        await manager.insert(Webhook, {
          id,
          customerId: ownerId,
          url,
          events,
          isInternal: customerId === null && internal,
          isEnabled: enabled,
          ...this.sealed(id, secret),
        });
        const webhook = toWebhookView(await manager.findOneByOrFail(Webhook, { id }));
        return { subjectId: id, before: null, after: webhook, answer: { webhook, secret } };
      });
    } catch (error) {
      if (violatedConstraint(error) === 'webhooks_customer_id_fkey')
        throw inputInvalid('customer_id', 'is not the id of a customer');
      throw error;
    }
  }

  /** An absent field does not change. */
  change(
    holder: WebhookHolder,
    recorder: ResponseRecorder,
    id: string,
    { url, events, internal, enabled }: ChangeWebhookDto,
  ): Promise<WebhookAnswer> {
    return this.make(holder, id, 'webhook.update', recorder, async (manager, before) => {
      assertFitting(events ?? before.events, before.customerId);
      const isOfCustomer = holder.customerId !== null && url !== undefined && url !== before.url;
      await manager.update(
        Webhook,
        { id: before.id },
        {
          url: url ?? before.url,
          events,
          isInternal: isOfCustomer ? false : internal,
          isEnabled: enabled,
        },
      );
      if (enabled === false) await giveUp(manager, before.id);
      return recordOf(manager, before);
    });
  }

  rotate(
    holder: WebhookHolder,
    recorder: ResponseRecorder,
    id: string,
    { grace_seconds = WEBHOOK_GRACE_SECONDS }: RotateWebhookDto,
  ): Promise<WebhookWithSecret> {
    const secret = mintWebhookSecret();
    return this.make(holder, id, 'webhook.rotate', recorder, async (manager, before) => {
      const isKept = grace_seconds > 0;
      await manager.update(
        Webhook,
        { id: before.id },
        {
          ...this.sealed(before.id, secret),
          previousMasterKeyId: isKept ? before.masterKeyId : null,
          previousSealed: isKept ? before.sealed : null,
          previousValidUntil: isKept ? () => `now() + make_interval(secs => ${Number(grace_seconds)})` : null,
        },
      );
      const change = await recordOf(manager, before);
      return { ...change, answer: { ...change.answer, secret } };
    });
  }

  /** Its deliveries go with it. */
  remove(holder: WebhookHolder, recorder: ResponseRecorder, id: string): Promise<WebhookAnswer> {
    return this.make(holder, id, 'webhook.delete', recorder, async (manager, before) => {
      await manager.delete(Webhook, { id: before.id });
      const webhook = toWebhookView(before);
      return { subjectId: before.id, before: webhook, after: null, answer: { webhook } };
    });
  }

  async deliveries(reader: Reader, webhookId: string, page: PageQuery): Promise<Page<DeliveryView>> {
    const { id } = await get(this.dataSource.manager, reader, webhookId);
    const query = this.dataSource.manager
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .where('delivery.webhook_id = :id', { id });
    return readPage(query, page, NEWEST_FIRST, toDeliveryView);
  }

  /** Starts the attempts anew, even of a webhook that is turned off. */
  resend(
    { actor, customerId }: WebhookHolder,
    recorder: ResponseRecorder,
    deliveryId: string,
  ): Promise<{ delivery: DeliveryView }> {
    return this.changes.make(actor, recorder, 'webhook.resend', async (manager) => {
      const id = knownId(deliveryId, noSuchDelivery({ customerId }));
      const delivery = await manager.findOneBy(WebhookDelivery, { id });
      const webhook = delivery && (await manager.findOneBy(Webhook, { id: delivery.webhookId }));
      if (!delivery || !webhook || (customerId !== null && webhook.customerId !== customerId))
        throw noSuchDelivery({ customerId })();
      const again = { status: 'pending', attempts: 0, nextAttemptAt: () => 'now()' } as const;
      await manager.update(WebhookDelivery, { id }, again);
      const after = toDeliveryView(await manager.findOneByOrFail(WebhookDelivery, { id }));
      return { subjectId: id, before: toDeliveryView(delivery), after, answer: { delivery: after } };
    });
  }

  private sealed(webhookId: string, secret: string) {
    return sealByRing(secret, webhookId, this.config.GATEWAY_MASTER_KEYS);
  }

  private make<Answer>(
    { actor, customerId }: WebhookHolder,
    webhookId: string,
    action: string,
    recorder: ResponseRecorder,
    work: (manager: EntityManager, webhook: Webhook) => Promise<Change<Answer>>,
  ): Promise<Answer> {
    return this.changes.make(actor, recorder, action, async (manager) => {
      const webhook = await get(manager, { customerId }, webhookId, 'pessimistic_write');
      return work(manager, webhook);
    });
  }
}

const noSuchWebhook = ({ customerId }: Reader) =>
  customerId === null
    ? () =>
        envelopeErrors.NOT_FOUND({
          message: 'There is no webhook with this id. GET /admin/webhooks lists the webhooks.',
        })
    : webhookErrors.webhook_not_found;

const noSuchDelivery = ({ customerId }: Reader) =>
  customerId === null
    ? () =>
        envelopeErrors.NOT_FOUND({
          message:
            'There is no delivery with this id. GET /admin/webhooks/{id}/deliveries lists the deliveries of a webhook.',
        })
    : webhookErrors.delivery_not_found;

async function get(
  manager: EntityManager,
  reader: Reader,
  webhookId: string,
  mode?: 'pessimistic_write',
): Promise<Webhook> {
  const { customerId } = reader;
  const webhook = await manager.findOne(Webhook, {
    where: { id: knownId(webhookId, noSuchWebhook(reader)), ...(customerId !== null && { customerId }) },
    ...(mode && { lock: { mode } }),
  });
  if (!webhook) throw noSuchWebhook(reader)();
  return webhook;
}

/** Other text is no id, and Postgres does not accept every string. */
function knownId(id: string, notFound: () => Error): string {
  if (!isUUID(id)) throw notFound();
  return id.toLowerCase();
}

async function recordOf(manager: EntityManager, before: Webhook) {
  const after = toWebhookView(await manager.findOneByOrFail(Webhook, { id: before.id }));
  return { subjectId: before.id, before: toWebhookView(before), after, answer: { webhook: after } };
}

function assertFitting(events: readonly WebhookEvent[], customerId: string | null): void {
  const isOperators = (event: WebhookEvent) => OPERATOR_EVENTS.some((each) => each === event);
  const wrong = customerId === null ? undefined : events.find(isOperators);
  if (wrong !== undefined) throw inputInvalid('events', `has ${wrong}, which no webhook of a customer gets`);
}

/** One transaction of a customer counts and adds at a time. */
async function assertMayAdd(manager: EntityManager, customerId: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(hashtext('webhooks of ' || $1))`, [customerId]);
  if ((await manager.countBy(Webhook, { customerId })) >= MOST_WEBHOOKS)
    throw webhookErrors.too_many_webhooks({ headers: { 'x-should-retry': 'false' } });
}

export async function giveUp(manager: EntityManager, webhookId: string): Promise<void> {
  await manager.query<[unknown, number]>(
    `UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL, last_error = 'The webhook is turned off'
     WHERE webhook_id = $1 AND status = 'pending'`,
    [webhookId],
  );
}
