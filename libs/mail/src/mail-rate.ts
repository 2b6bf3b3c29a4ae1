import type { EntityManager } from 'typeorm';

export interface AddressRate {
  anHour: number;
  aDay: number;
  /** The mail is sent and counted beyond the rate too. */
  isOwed?: boolean;
}

/**
 * Limits the mail that strangers can cause to an address. Counts by a hash of the address and not by account, because
 * anybody can register an address, delete the account and register it again. Call it in the transaction that adds the
 * mail. Returns false if the mail must not be sent.
 */
export async function takeMailRate(
  manager: EntityManager,
  email: string,
  { anHour, aDay, isOwed = false }: AddressRate,
): Promise<boolean> {
  const counted = await manager.query<{ mailedAt: Date }[]>(
    `INSERT INTO mailed_addresses AS address (address_hash, sent_at) VALUES (sha256(convert_to($1, 'UTF8')), ARRAY[now()])
     ON CONFLICT (address_hash) DO UPDATE SET last_sent_at = now(),
       sent_at = array(SELECT sent FROM unnest(address.sent_at) sent WHERE sent > now() - interval '1 day') || now()::timestamptz(3)
     WHERE $4 OR (
       SELECT count(*) < $3 AND count(*) FILTER (WHERE sent > now() - interval '1 hour') < $2
       FROM unnest(address.sent_at) sent WHERE sent > now() - interval '1 day')
     RETURNING last_sent_at AS "mailedAt"`,
    [email.toLowerCase(), anHour, aDay, isOwed],
  );
  return counted.length > 0;
}
