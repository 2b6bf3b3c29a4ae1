import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';

interface MailedEvent {
  type: string;
  /** Null for what concerns operators only. */
  customerId: string | null;
}

/** Call it in the transaction that raises the event. The worker finds the rows after the commit. */
export const AlertMails = {
  /** The addresses that a customer wants to be told at. */
  async readersOf(manager: EntityManager, { type, customerId }: MailedEvent): Promise<string[]> {
    if (customerId === null) return [];
    const [customer] = await manager.query<{ mailTo: string[] }[]>(
      'SELECT alert_mail_to AS "mailTo" FROM customers WHERE id = $1 AND $2 = ANY(alert_mail_events)',
      [customerId, type],
    );
    return customer?.mailTo ?? [];
  },

  async add(manager: EntityManager, eventId: string, addresses: readonly string[]): Promise<void> {
    await manager.query<unknown[]>(ADD, [addresses.map(() => uuidv7()), addresses, eventId]);
  },
};

const ADD = `
  INSERT INTO mail_outbox (id, kind, key, address, event_id)
  SELECT mail.id, 'alert', 'alert ' || $3::text || ' ' || mail.address, mail.address, $3::uuid
  FROM unnest($1::uuid[], $2::text[]) AS mail (id, address) ON CONFLICT (key) DO NOTHING`;
