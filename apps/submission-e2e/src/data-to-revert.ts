import { callApi, type TestStack } from '@shipyard/testing';
import { register } from './newcomer';

/** A token of each kind of client, with what fetches and renews it. Returns a reader of those that are left. */
export async function connectClients(stack: TestStack) {
  const { id } = await register(stack.credentials.submission_url);
  await stack.query(
    'submission',
    `WITH client AS (
       INSERT INTO oauth_clients (id, name, redirect_uris) VALUES (gen_random_uuid(), 'Assistant', '{https://assistant.example/back}') RETURNING id
     ), token AS (
       INSERT INTO api_tokens (id, account_id, name, token_hash, last4, expires_at, client_id, scopes, renewable_until)
       SELECT gen_random_uuid(), $1, name, sha256(name::bytea), 'last', now() + interval '1 hour', client_id, scopes, renewable_until
       FROM (VALUES ('Assistant', 'a', '{projects:read}'::text[], now() + interval '60 days'), ('Shipyard CLI', 'shipyard-cli', NULL, NULL))
         AS kind (name, client_id, scopes, renewable_until) RETURNING id, name
     ), code AS (
       INSERT INTO oauth_codes (id, token_id, client_id, code_hash, redirect_uri, code_challenge, expires_at)
       SELECT gen_random_uuid(), token.id, client.id, sha256('code'), 'https://assistant.example/back', repeat('a', 43), now()
       FROM token, client WHERE token.name = 'Assistant'
     ), refresh AS (
       INSERT INTO oauth_refresh_tokens (id, token_id, secret_hash, expires_at)
       SELECT gen_random_uuid(), id, sha256('refresh'), now() + interval '60 days' FROM token WHERE name = 'Assistant'
     )
     INSERT INTO oauth_device_requests (id, device_code_hash, user_code_hash, interval_seconds, expires_at, token_id)
     SELECT gen_random_uuid(), sha256('device'), sha256('user'), 5, now(), id FROM token WHERE name = 'Shipyard CLI'`,
    [id],
  );
  return () =>
    stack.query('submission', `SELECT name FROM api_tokens WHERE account_id = $1 AND name <> 'First token'`, [id]);
}

/** An admin whose role is old, and a reviewer whose role in fulfilment waits. Returns a reader of their roles. */
export async function giveRoles(stack: TestStack) {
  const { submission_url: url, staff } = stack.credentials;
  const [old, waiting] = [await register(url), await register(url)];
  for (const [id, roles] of [
    [old.id, ['admin']],
    [waiting.id, ['reviewer', 'fulfilment']],
  ] as const) {
    const call = { token: staff.admin, json: { roles } };
    expect((await callApi(url, 'PATCH', `/admin/accounts/${id}`, call)).status).toBe(200);
  }
  await stack.query(
    'submission',
    `UPDATE staff_roles SET granted_at = now() - interval '25 hours' WHERE account_id = $1`,
    [old.id],
  );
  await stack.query(
    'submission',
    `INSERT INTO account_audit_entries (account_id, actor_id, action) VALUES ($1, $1, 'confirm_role')`,
    [old.id],
  );
  return async () => {
    const rows = await stack.query(
      'submission',
      'SELECT roles::text FROM accounts WHERE id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
      [[old.id, waiting.id]],
    );
    return rows.map(({ roles }) => roles);
  };
}

/** Returns a reader of what the audit says about the account. */
export async function resetPassword(stack: TestStack) {
  const { submission_url: url, staff } = stack.credentials;
  const { id } = await register(url);
  const issue = await callApi<{ data: { reset_link: { url: string } } }>(
    url,
    'POST',
    `/admin/accounts/${id}/reset-link`,
    { token: staff.admin },
  );
  const token = new URL(issue.body.data.reset_link.url).searchParams.get('token');
  const json = { reset_token: token, password: 'another good password' };
  expect((await callApi(url, 'POST', '/accounts/reset', { json })).status).toBe(200);
  return () =>
    stack.query('submission', 'SELECT action FROM account_audit_entries WHERE account_id = $1 ORDER BY id', [id]);
}
