import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import type { Failure } from './participant';
import { RECIPIENT, shippingParties } from './shipment';

/** The server's log outlives deleted rows, and more people read it. */
describe('the log of Postgres', () => {
  const stack = sharedStack();
  const url = stack.credentials.submission_url;
  const word = randomUUID().slice(0, 8);
  const newcomer = {
    handle: `log-${word}`,
    display_name: `Loggia ${word}`,
    email: `log-${word}@example.com`,
    password: `horse ${word}`,
    birth_date: '1987-06-05',
  };
  const register = (changes: object) =>
    callApi<Failure>(url, 'POST', '/accounts', { json: { ...newcomer, ...changes } });

  it('contains nothing of an account whose handle or email is taken', async () => {
    expect((await register({})).status).toBe(201);
    const refusals = [
      await register({ email: `other-${word}@example.com` }),
      await register({ handle: `other-${word}` }),
      await register({ handle: `other-${word}`, email: newcomer.email.toUpperCase() }),
      await register({}),
    ];
    expect(refusals.map(({ status, body }) => [status, body.error])).toEqual([
      [409, 'HANDLE_TAKEN'],
      [409, 'EMAIL_TAKEN'],
      [409, 'EMAIL_TAKEN'],
      [409, 'HANDLE_TAKEN'],
    ]);
    const log = await stack.readPostgresLog();
    for (const text of [word, word.toUpperCase()]) expect(log).not.toContain(text);
    expect(log).not.toContain('accounts_email_key');
  });

  it('creates one account when many requests ask for the same email at once', async () => {
    const email = `race-${word}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => register({ handle: `race-${word}-${at}`, email })),
    );
    expect(answers.map(({ status, body }) => body.error ?? status).sort()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 'EMAIL_TAKEN'),
    ]);
    expect(await stack.readPostgresLog()).not.toContain(word);
  });

  it('names the violated rule, and nothing of the row or the statement', async () => {
    const { owner, projectIn } = shippingParties(stack);
    const slug = await projectIn('approved_to_ship');
    const [account] = await stack.query('submission', 'SELECT id FROM accounts WHERE handle = $1', [newcomer.handle]);
    const rule = `refused_${word.slice(0, 4)}`;
    const broken = [
      stack.query('submission', `UPDATE accounts SET locale = 'xx' WHERE id = $1`, [account?.id]),
      stack.query(
        'submission',
        `UPDATE accounts SET email = (SELECT email FROM accounts WHERE handle = $1) WHERE handle <> $1`,
        [newcomer.handle],
      ),
      stack.query(
        'submission',
        `INSERT INTO accounts (id, handle, display_name, email) VALUES ($1, 'no-hash', 'a', $2)`,
        [randomUUID(), `third-${word}@example.com`],
      ),
      // The values are in the statement, as psql would send it.
      stack.query(
        'submission',
        `UPDATE accounts SET bio = '${'x'.repeat(501)} ${word}' WHERE handle = '${newcomer.handle}'`,
      ),
    ];
    expect((await Promise.allSettled(broken)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'rejected',
    ]);
    await stack.query(
      'submission',
      `ALTER TABLE shipments ADD CONSTRAINT ${rule} CHECK (project_id <> '${await owner.projectId(slug)}') NOT VALID`,
    );
    const failed = await owner.refused('POST', `/projects/${slug}/shipment`, { json: RECIPIENT });
    await stack.query('submission', `ALTER TABLE shipments DROP CONSTRAINT ${rule}`);
    expect(failed.body.error).toBe('INTERNAL');
    const log = await stack.readPostgresLog();
    for (const name of ['accounts_locale_check', 'accounts_bio_check', 'accounts_email_key', rule])
      expect(log).toContain(name);
    for (const text of [word, RECIPIENT.recipient_name, RECIPIENT.recipient_phone, '1987-06-05', 'xxxxx'])
      expect(log).not.toContain(text);
    expect(log).not.toMatch(/^\S+ \S+ UTC \[\d+\] (DETAIL|STATEMENT|CONTEXT):/m);
  });
});
