import { sharedStack } from '@shipyard/testing';
import { Participant } from './participant';

describe('the database itself', () => {
  const stack = sharedStack();
  const { submission_url, participant: holder, program_id } = stack.credentials;

  it('refuses to change or remove a log or an audit entry for every role', async () => {
    const participant = new Participant(submission_url, holder.token, program_id);
    const slug = await participant.createProject();
    await participant.appendLog(slug, 'A', 'a');
    for (const statement of [
      `UPDATE logs SET title = 'B'`,
      'DELETE FROM logs',
      'TRUNCATE logs CASCADE',
      `UPDATE audit_entries SET action = 'B'`,
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
    ]) {
      await expect(stack.query('submission', statement)).rejects.toThrow(/append-only/);
    }
    await stack.query('submission', `UPDATE logs SET content_html = content_html`);
  });

  it("keeps each service out of the other's schema", async () => {
    await expect(stack.query('submission', 'SELECT 1 FROM gateway.customers')).rejects.toThrow(/permission denied/);
    await expect(stack.query('gateway', 'SELECT 1 FROM submission.accounts')).rejects.toThrow(/permission denied/);
  });
});
