import { callApi } from '@shipyard/testing';
import { connectClients, giveRoles, resetPassword } from './data-to-revert';
import { PASSWORD, register } from './newcomer';
import { Participant } from './participant';
import { rowsOf, type Subject } from './reverted-subject';

export const guardians: Subject = {
  says: 'forget guardians, and keep hidden what they hid',
  async arrange(stack) {
    const { submission_url: url, program_id: programId } = stack.credentials;
    const { id, token } = await register(url);
    const slug = await new Participant(url, token, programId).createProject();
    await callApi(url, 'POST', '/accounts/me/guardian', { token, json: { email: 'robin@example.com' } });
    const about = (statement: string) => rowsOf(stack)(statement, [id]);
    await about('UPDATE projects SET guardian_hidden_at = now() WHERE owner_id = $1');
    await about(`UPDATE guardians SET locale = 'zh-CN' WHERE account_id = $1`);
    await about(`INSERT INTO account_audit_entries (account_id, action) VALUES ($1, 'guardian_agree')`);
    await about(
      `INSERT INTO audit_entries (project_id, actor, action, from_state, to_state) SELECT id, 'guardian', 'guardian_hide', state, state FROM projects WHERE owner_id = $1`,
    );
    await about(
      'INSERT INTO shipment_agreements (project_id, account_id) SELECT id, owner_id FROM projects WHERE owner_id = $1',
    );
    return {
      async whenReverted() {
        expect(
          await about('SELECT slug, visibility, hidden_at IS NOT NULL AS hidden FROM projects WHERE owner_id = $1'),
        ).toEqual([{ slug, visibility: 'private', hidden: true }]);
        expect(
          await about(
            `SELECT actor FROM audit_entries WHERE action = 'guardian_hide' AND project_id IN (SELECT id FROM projects WHERE owner_id = $1)`,
          ),
        ).toEqual([{ actor: 'system' }]);
        expect(await about(`SELECT kind FROM mail_outbox WHERE account_id = $1 AND kind LIKE 'guardian%'`)).toEqual([]);
      },
    };
  },
};

export const emailChanges: Subject = {
  says: 'forget changes of an email that wait, with their mails and audit entries',
  async arrange(stack) {
    const { submission_url: url } = stack.credentials;
    const { id, token, email } = await register(url);
    await callApi(url, 'POST', '/accounts/me/email-change', {
      token,
      json: { email: `new-${email}`, current_password: PASSWORD },
    });
    const about = (statement: string) => rowsOf(stack)(statement, [id]);
    await about(`INSERT INTO account_audit_entries (account_id, action) VALUES ($1, 'refuse_email_change')`);
    return {
      async whenReverted() {
        expect(await about(`SELECT kind FROM mail_outbox WHERE account_id = $1 AND kind LIKE 'email%'`)).toEqual([]);
        expect(
          await about(`SELECT action FROM account_audit_entries WHERE account_id = $1 AND action LIKE '%email%'`),
        ).toEqual([]);
        expect(await about('SELECT email FROM accounts WHERE id = $1')).toEqual([{ email }]);
      },
    };
  },
};

export const narrowedScopes: Subject = {
  says: 'end the secrets that had narrowed scopes',
  async arrange(stack) {
    const { id } = await register(stack.credentials.submission_url);
    const about = (statement: string) => rowsOf(stack)(statement, [id]);
    await about(
      `INSERT INTO api_tokens (id, account_id, name, token_hash, last4, client_id, scopes, narrowed_scopes, expires_at)
       SELECT gen_random_uuid(), $1, name, sha256(name::bytea), 'last', 'a', '{projects:read,projects:write}', narrowed, now() + interval '1 hour'
       FROM (VALUES ('narrowed', '{projects:read}'::text[]), ('whole', NULL)) AS kind (name, narrowed)`,
    );
    return {
      async whenReverted() {
        expect(
          await about(
            'SELECT name, expires_at > now() AS live FROM api_tokens WHERE account_id = $1 AND scopes IS NOT NULL ORDER BY 1',
          ),
        ).toEqual([
          { name: 'narrowed', live: false },
          { name: 'whole', live: true },
        ]);
      },
    };
  },
};

export const publishScope: Subject = {
  says: 'revert the scope to publish, and leave no token more than it may',
  async arrange(stack) {
    const { id } = await register(stack.credentials.submission_url);
    const about = (statement: string) => rowsOf(stack)(statement, [id]);
    await about(
      `INSERT INTO api_tokens (id, account_id, name, token_hash, last4, client_id, scopes)
       SELECT gen_random_uuid(), $1, name, sha256(name::bytea), 'last', client_id, scopes FROM (VALUES
         ('all', 'a', '{projects:read,projects:write,projects:publish}'::text[]), ('reader', 'a', '{projects:read}'),
         ('writer', 'a', '{projects:read,projects:write}'), ('blind', 'a', '{projects:write,projects:publish}'),
         ('publisher', 'a', '{projects:publish}'), ('own', NULL, '{projects:read}')) AS kind (name, client_id, scopes)`,
    );
    return {
      async whenReverted() {
        expect(
          await about('SELECT name, scopes FROM api_tokens WHERE account_id = $1 AND scopes IS NOT NULL ORDER BY 1'),
        ).toEqual([
          { name: 'all', scopes: ['projects:read', 'projects:write'] },
          { name: 'reader', scopes: ['projects:read'] },
        ]);
      },
    };
  },
};

export const staffRoles: Subject = {
  says: 'let no role that waits read addresses, and confirm the staff of the version before',
  async arrange(stack) {
    const rolesOf = await giveRoles(stack);
    const rows = rowsOf(stack);
    return {
      async whenReverted() {
        expect(await rolesOf()).toEqual(['{participant,admin}', '{participant,reviewer}']);
        expect(await rows(`SELECT FROM account_audit_entries WHERE action = 'confirm_role'`)).toEqual([]);
      },
      async whenBack() {
        expect(await rows('SELECT FROM staff_roles WHERE confirmed_at IS NULL')).toEqual([]);
        expect(await rows(`SELECT count(*)::integer AS admins FROM staff_roles WHERE role = 'admin'`)).toEqual([
          { admins: 2 },
        ]);
      },
    };
  },
};

/** Its tokens are those of `clientTokens`. */
export const tokenRenewal: Subject = {
  says: 'end tokens of the command line 90 days after their last use, also those that were there before',
  showsWhenBack: true,
  arrange(stack) {
    const rows = rowsOf(stack);
    return Promise.resolve({
      writeBefore: () =>
        rows(`UPDATE api_tokens SET expires_at = now() + interval '300 days' WHERE name = 'Shipyard CLI'`),
      async whenBack() {
        expect(
          await rows(
            `SELECT use_renews_days AS days, expires_at < now() + interval '91 days' AS shortened FROM api_tokens WHERE name = 'Shipyard CLI'`,
          ),
        ).toEqual([{ days: 90, shortened: true }]);
      },
    });
  },
};

export const clientTokens: Subject = {
  says: 'end tokens with scopes, which the version before would let do everything',
  async arrange(stack) {
    const tokensOfClients = await connectClients(stack);
    expect(await tokensOfClients()).toHaveLength(2);
    return {
      async whenReverted() {
        expect(await tokensOfClients()).toEqual([{ name: 'Shipyard CLI' }]);
      },
    };
  },
};

export const deletedAccounts: Subject = {
  says: 'keep deleted accounts without a name, and know them again',
  whilePaused: true,
  async arrange(stack) {
    const rows = rowsOf(stack);
    const ids = (
      await rows(
        `INSERT INTO accounts (id, handle, display_name, email, password_hash)
         SELECT gen_random_uuid(), 'leaving-' || n, 'Leaving', 'leaving-' || n || '@example.com', '' FROM generate_series(1, 2) n RETURNING id`,
      )
    ).map(({ id }) => id);
    // The worker has not erased it yet.
    await rows(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color) SELECT gen_random_uuid(), 'left-behind', id, $1, 'Left', 'red' FROM programs LIMIT 1`,
      [ids[0]],
    );
    for (const id of ids) await rows(`SELECT close_account($1, 'delete')`, [id]);
    const closed = (columns: string) => rows(`SELECT ${columns} FROM accounts WHERE id = ANY ($1::uuid[])`, [ids]);
    return {
      async whenReverted() {
        // Nothing would erase the project of a deleted account any more.
        await expect(stack.revert('submission', 'DeleteAccounts')).rejects.toThrow(/not erased yet/);
        await rows(`SELECT erase_project(id, 'owner', owner_id, 'a') FROM projects WHERE owner_id = $1`, [ids[0]]);
        await stack.revert('submission', 'DeleteAccounts');
        const nameless = { display_name: 'Anonymous', renamed: true };
        expect(await closed(`display_name, handle = replace(id::text, '-', '') AS renamed`)).toEqual([
          nameless,
          nameless,
        ]);
      },
      async whenBack() {
        const marked = { deleted: true, handle: '' };
        expect(await closed('deleted_at IS NOT NULL AS deleted, handle')).toEqual([marked, marked]);
      },
    };
  },
};

export const resetLinks: Subject = {
  says: 'forget links of admins, which the audit before does not know, and keep what they changed',
  async arrange(stack) {
    const resetBy = await resetPassword(stack);
    return {
      async whenReverted() {
        expect(await resetBy()).toEqual([{ action: 'create_token' }, { action: 'change_password' }]);
        await expect(rowsOf(stack)('DELETE FROM account_audit_entries')).rejects.toThrow();
      },
    };
  },
};
