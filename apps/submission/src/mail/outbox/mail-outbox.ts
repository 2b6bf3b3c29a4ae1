import { uuidv7 } from '@shipyard/platform/ids';
import type { EntityManager } from 'typeorm';
import type { MailKind } from './mail-kinds';

export interface NewMail {
  accountId: string;
  kind: MailKind;
  /** The same change must always give the same key. A second mail with a key is ignored. */
  key: string;
  projectId?: string;
  /** Facts that are not personal: ids and words of ours. The text is made from the rows when the mail is sent. */
  data?: Record<string, string | number | boolean | null>;
}

/** Call it in the transaction of the change. The worker finds the row after the commit. */
export const MailOutbox = {
  async add(manager: EntityManager, { accountId, kind, key, projectId, data = {} }: NewMail): Promise<void> {
    await manager.query(
      `INSERT INTO mail_outbox (id, account_id, project_id, kind, key, data) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO NOTHING`,
      [uuidv7(), accountId, projectId ?? null, kind, key, data],
    );
  },
};
