import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import { AlertMails } from '../mail';
import type { WebhookEvent } from './webhook-events';

export interface RaisedEvent {
  type: WebhookEvent;
  /** Names what happened: the event is raised once for each subject, until it is closed. */
  subject: string;
  /** Null for what concerns operators only. */
  customerId: string | null;
  data: object;
  /** Operators who get it by mail. Customers name their addresses themselves. */
  mailTo?: readonly string[];
}

/**
 * Writes an event, its deliveries and its mails in the caller's transaction. The worker sends them. Does nothing if nobody
 * wants the event, or if it is raised already.
 */
export async function raiseEvent(manager: EntityManager, event: RaisedEvent): Promise<void> {
  const { type, subject, customerId, data, mailTo = [] } = event;
  const webhooks = await manager.query<{ id: string }[]>(LISTENING, [type, customerId]);
  const readers = [...mailTo, ...(await AlertMails.readersOf(manager, event))];
  if (webhooks.length === 0 && readers.length === 0) return;
  const [raised] = await manager.query<{ id: string }[]>(RAISE, [
    uuidv7(),
    type,
    subject,
    customerId,
    JSON.stringify(data),
    webhooks.map(() => uuidv7()),
    webhooks.map(({ id }) => id),
  ]);
  if (raised && readers.length > 0) await AlertMails.add(manager, raised.id, readers);
}

/** Ends the events of a type whose subject begins with `prefix`, except those of `subjects`. They may be raised again. */
export async function closeEvents(
  manager: EntityManager,
  { type, prefix }: { type: WebhookEvent; prefix: string },
  subjects: readonly string[],
): Promise<void> {
  await manager.query<[unknown, number]>(CLOSE, [type, prefix, subjects]);
}

/** The webhooks stay until the transaction ends. */
const LISTENING = `
  SELECT id FROM webhooks WHERE is_enabled AND $1 = ANY(events) AND (customer_id IS NULL OR customer_id = $2::uuid)
  ORDER BY id FOR KEY SHARE`;

const RAISE = `
  WITH raised AS (
    INSERT INTO webhook_events (id, type, subject, customer_id, data) VALUES ($1::uuid, $2, $3, $4::uuid, $5::jsonb)
    ON CONFLICT (type, subject) WHERE is_open DO NOTHING RETURNING id, type
  ), delivered AS (
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type)
    SELECT delivery.id, delivery.webhook_id, raised.id, raised.type
    FROM raised CROSS JOIN unnest($6::uuid[], $7::uuid[]) AS delivery (id, webhook_id)
  ) SELECT id FROM raised`;

const CLOSE = `
  UPDATE webhook_events SET is_open = false
  WHERE is_open AND type = $1 AND starts_with(subject, $2) AND NOT subject = ANY($3::text[])`;
