import { randomUUID } from 'node:crypto';
import { uuidv7 } from '@shipyard/platform/ids';
import { type JoinedStack, waitUntil } from '@shipyard/testing';
import { register } from './newcomer';
import { Participant } from './participant';

export interface OutboxRow {
  id: string;
  kind: string;
  outcome: string | null;
  attempts: number;
  failure: string | null;
}

/** An account with a project of its own that gets mail. */
export class MailParty {
  private constructor(
    private readonly stack: JoinedStack,
    readonly accountId: string,
    readonly email: string,
    readonly participant: Participant,
    readonly slug: string,
    readonly projectId: string,
  ) {}

  static async begin(stack: JoinedStack, { confirmed = true, locale = 'en' } = {}): Promise<MailParty> {
    const { submission_url: url, program_id } = stack.credentials;
    const { id, email, token } = await register(url);
    await stack.query(
      'submission',
      'UPDATE accounts SET email_confirmed_at = CASE WHEN $2 THEN now() END, locale = $3 WHERE id = $1',
      [id, confirmed, locale],
    );
    await dropConfirmation(stack, id);
    const participant = new Participant(url, token, program_id);
    const slug = await participant.createReadyProject('# Rain gauge');
    const [project] = await stack.query('submission', 'SELECT id FROM projects WHERE slug = $1', [slug]);
    return new MailParty(stack, id, email, participant, slug, String(project?.id));
  }

  async setState(state: string): Promise<void> {
    await this.stack.query('submission', 'UPDATE projects SET state = $2 WHERE id = $1', [this.projectId, state]);
  }

  async setAccount(assignment: string): Promise<void> {
    await this.stack.query('submission', `UPDATE accounts SET ${assignment} WHERE id = $1`, [this.accountId]);
  }

  /** Adds a mail about the project as it is, without a move. */
  async add(kind: string, data: Record<string, unknown> = {}): Promise<string> {
    const id = uuidv7();
    await this.stack.query(
      'submission',
      `INSERT INTO mail_outbox (id, account_id, project_id, kind, key, data)
       SELECT $1, owner_id, id, $2, $3, jsonb_build_object('state', state) || $4::jsonb FROM projects WHERE id = $5`,
      [id, kind, `${kind}-${randomUUID()}`, JSON.stringify(data), this.projectId],
    );
    return id;
  }

  async row(id: string): Promise<OutboxRow> {
    const [row] = await this.stack.query(
      'submission',
      'SELECT id, kind, outcome, attempts, failure FROM mail_outbox WHERE id = $1',
      [id],
    );
    return row as unknown as OutboxRow;
  }

  rows(): Promise<OutboxRow[]> {
    return this.stack.query(
      'submission',
      'SELECT id, kind, outcome, attempts, failure FROM mail_outbox WHERE account_id = $1 AND project_id IS NOT NULL ORDER BY id',
      [this.accountId],
    ) as unknown as Promise<OutboxRow[]>;
  }

  /** Resolves when all mails of the account have ended. Those about decisions wait, so their time comes at once here. */
  async ended(): Promise<OutboxRow[]> {
    await this.stack.query(
      'submission',
      'UPDATE mail_outbox SET next_attempt_at = now() WHERE account_id = $1 AND attempts = 0 AND ended_at IS NULL',
      [this.accountId],
    );
    return waitUntil(
      () => this.rows(),
      (rows) => rows.length > 0 && rows.every(({ outcome }) => outcome !== null),
    );
  }

  endedRow(id: string): Promise<OutboxRow> {
    return waitUntil(
      () => this.row(id),
      ({ outcome }) => outcome !== null,
    );
  }

  /** Resolves when an attempt has failed and the next one is waiting. */
  failedOnce(id: string): Promise<OutboxRow> {
    return waitUntil(
      () => this.row(id),
      ({ failure, outcome }) => failure !== null || outcome !== null,
    );
  }

  /** What the clock does after a while. */
  async letTimePass(id: string): Promise<void> {
    await this.stack.query('submission', 'UPDATE mail_outbox SET next_attempt_at = now() WHERE id = $1', [id]);
  }
}

/** Registration asks for a confirmation of the address. It is none of the mails that these suites look at. */
async function dropConfirmation(stack: JoinedStack, accountId: string): Promise<void> {
  await waitUntil(
    () =>
      stack.query(
        'submission',
        `WITH dropped AS (DELETE FROM mail_outbox WHERE account_id = $1 AND (attempts = 0 OR ended_at IS NOT NULL))
         SELECT id FROM mail_outbox WHERE account_id = $1 AND attempts > 0 AND ended_at IS NULL`,
        [accountId],
      ),
    (claimed) => claimed.length === 0,
  );
}
