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
  /** The mail waits for so long, and can be taken back until then. 0 if absent. */
  afterSeconds?: number;
}

/** Call it in the transaction of the change. The worker finds the row after the commit. */
export const MailOutbox = {
  async add(manager: EntityManager, mail: NewMail): Promise<void> {
    const { accountId, kind, key, projectId, data = {}, afterSeconds = 0 } = mail;
    await manager.query(
      `INSERT INTO mail_outbox (id, account_id, project_id, kind, key, data, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7)) ON CONFLICT (key) DO NOTHING`,
      [uuidv7(), accountId, projectId ?? null, kind, key, data, afterSeconds],
    );
  },

  /** Returns false if a worker has begun to send it. */
  async takeBack(manager: EntityManager, key: string): Promise<boolean> {
    const [, deleted] = await manager.query<[unknown[], number]>(
      'DELETE FROM mail_outbox WHERE key = $1 AND attempts = 0 AND ended_at IS NULL',
      [key],
    );
    return deleted > 0;
  },
};
