import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';

/** With the check `mail_outbox_kind_check`. */
export const MEMBER_MAIL_KINDS = ['member_invited', 'member_reset'] as const;
export type MemberMailKind = (typeof MEMBER_MAIL_KINDS)[number];

interface NewMail {
  linkId: string;
  address: string;
  kind: MemberMailKind;
}

/** Call it in the transaction that adds the link. The worker finds the row after the commit. */
export const MemberMails = {
  async add(manager: EntityManager, { linkId, address, kind }: NewMail): Promise<void> {
    await manager.query<unknown[]>(
      'INSERT INTO mail_outbox (id, kind, key, address, link_id) VALUES ($1, $2, $3, $4, $5)',
      [uuidv7(), kind, `${kind} ${linkId}`, address, linkId],
    );
  },
};
