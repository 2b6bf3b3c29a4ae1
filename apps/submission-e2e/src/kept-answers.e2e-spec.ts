import { randomUUID } from 'node:crypto';
import { type ApiAnswer, callApi, drawImage, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import type { Client } from 'pg';
import { register } from './newcomer';
import { logForm, Participant, readmeForm, uploadForm } from './participant';

interface Write {
  send: (by: Participant, headers: Record<string, string>) => Promise<ApiAnswer<unknown>>;
  status: number;
  count: () => Promise<number>;
}

/*
 * A process is killed after Postgres has committed its work on several requests, each of another account:
 * 1. A trigger at commit waits for a lock of the test.
 * 2. The process is stopped (SIGSTOP) and the lock released: Postgres commits, but the process cannot answer.
 * 3. It is killed, and the requests are sent again with their keys, to another process.
 */
describe('a process that dies between its commit and its response', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const owner = new Participant(url, credentials.participant.token, credentials.program_id);
  const LOCK = `hashtext('between commit and answer')`;
  let holder: Client;

  beforeAll(async () => {
    await stack.query(
      'submission',
      `CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF current_setting('application_name') LIKE 'replica-%' THEN PERFORM pg_advisory_xact_lock_shared(${LOCK}); END IF;
         RETURN NULL;
       END $$`,
    );
    for (const changes of [
      'INSERT OR UPDATE OR DELETE ON projects',
      'INSERT ON assets',
      'INSERT OR UPDATE OF revoked_at ON api_tokens',
      'UPDATE ON accounts',
    ]) {
      await stack.query(
        'submission',
        `CREATE CONSTRAINT TRIGGER wait_at_commit AFTER ${changes} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`,
      );
    }
    holder = await stack.connect('submission');
  });

  afterEach(async () => {
    ServiceReplica.endAll();
    await holder.query('SELECT pg_advisory_unlock_all()');
  });

  afterAll(async () => {
    await holder.end();
    await stack.query('submission', 'DROP FUNCTION wait_at_commit() CASCADE');
  });

  const countOf = async (statement: string, values: unknown[]) =>
    Number((await stack.query('submission', `SELECT count(*)::integer AS count FROM ${statement}`, values))[0]?.count);
  const connections = (replica: ServiceReplica, what: string) =>
    countOf(`pg_stat_activity WHERE application_name = $1 AND ${what}`, [replica.name]);
  const projectOf = async (participant: Participant) => {
    const slug = await participant.createProject();
    return { slug, projectId: await participant.projectId(slug) };
  };

  /** Each list has fewer requests than a process has connections to Postgres. */
  const writes: [string, (by: Participant) => Write | Promise<Write>][][] = [
    [
      ['a new project', createProject],
      ['a README', putReadme],
      ['a log', appendLog],
      ['a sync', sync],
      ['an image', upload],
      ['a new token', createToken],
    ],
    [
      ['a request for a review', requestReview],
      ['a changed project', changeProject],
      ['a revoked token', revokeToken],
      ['an erased project', eraseProject],
      ['a changed account', changeAccount],
    ],
  ];

  it.each(writes.map((list) => ({ list, names: list.map(([name]) => name).join(', ') })))(
    'leaves its answers for the retries: $names',
    async ({ list }) => {
      const replica = await ServiceReplica.start(stack);
      const requests = await Promise.all(
        list.map(async ([name, prepare]) => {
          const { token } = await register(url);
          const elsewhere = new Participant(url, token, credentials.program_id);
          const write = await prepare(elsewhere);
          const key = { 'idempotency-key': randomUUID() };
          return { name, ...write, elsewhere, key, dying: new Participant(replica.url, token, credentials.program_id) };
        }),
      );
      const counts = () => Promise.all(requests.map(async ({ name, count }) => [name, await count()]));
      const each = (count: number) => requests.map(({ name }) => [name, count]);
      await holder.query(`SELECT pg_advisory_lock(${LOCK})`);
      const cut = requests.map(({ send, dying, key }) => send(dying, key).catch(() => 'cut'));
      await waitUntil(
        () => connections(replica, `wait_event = 'advisory'`),
        (waiting) => waiting === requests.length,
      );
      expect(await counts()).toEqual(each(0));
      replica.signal('SIGSTOP');
      await holder.query(`SELECT pg_advisory_unlock(${LOCK})`);
      await waitUntil(
        () => connections(replica, `state <> 'idle'`),
        (busy) => busy === 0,
      );
      expect(await counts()).toEqual(each(1));
      await replica.kill(stack);
      expect(new Set(await Promise.all(cut))).toEqual(new Set(['cut']));

      for (const { name, send, elsewhere, key, status } of requests)
        for (const answer of [await send(elsewhere, key), await send(elsewhere, key)])
          expect([name, answer.status, answer.headers.get('idempotency-replayed')]).toEqual([name, status, 'true']);
      expect(await counts()).toEqual(each(1));
    },
  );

  it('returns a new token to its holder once', async () => {
    const write = createToken();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await write.send(owner, headers);
    const [stored] = await stack.query(
      'submission',
      'SELECT answer, is_sealed FROM idempotency_keys ORDER BY claim_id DESC LIMIT 1',
    );
    const { token } = (first.body as { data: { token: string } }).data;
    expect(stored?.is_sealed).toBe(true);
    expect((stored?.answer as Buffer).includes(token)).toBe(false);
    expect((await write.send(owner, headers)).text).toBe(first.text);
    expect((await callApi(credentials.submission_url, 'GET', '/accounts/me', { token })).status).toBe(200);
    expect(await write.count()).toBe(1);
  });

  it('stores no email or date of birth in plain text', async () => {
    const write = changeAccount();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await write.send(owner, headers);
    const [stored] = await stack.query(
      'submission',
      'SELECT answer, is_sealed FROM idempotency_keys ORDER BY claim_id DESC LIMIT 1',
    );
    expect(first.text).toContain(credentials.participant.email);
    expect(stored?.is_sealed).toBe(true);
    expect((stored?.answer as Buffer).includes(credentials.participant.email)).toBe(false);
    const replay = await write.send(owner, headers);
    expect([replay.text, replay.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });

  it('rolls back the work of a paused process whose key was taken over', async () => {
    const { slug, projectId } = await projectOf(owner);
    const headers = { 'idempotency-key': randomUUID() };
    const send = (by: Participant) => by.call('POST', `/projects/${slug}/logs`, { form: logForm('A', 'a'), headers });
    const replica = await ServiceReplica.start(stack);
    await holder.query('BEGIN');
    await holder.query('SELECT FROM projects WHERE id = $1 FOR UPDATE', [projectId]);
    const slow = send(new Participant(replica.url, credentials.participant.token, credentials.program_id));
    await waitUntil(
      () => connections(replica, `wait_event_type = 'Lock'`),
      (waiting) => waiting === 1,
    );
    await stack.query('submission', `UPDATE idempotency_keys SET leased_until = now() WHERE answer IS NULL`);
    const second = send(owner);
    await waitUntil(
      () => countOf(`pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT state FROM projects%'`, []),
      (waiting) => waiting === 2,
    );
    await holder.query('COMMIT');
    const [late, answer] = await Promise.all([slow, second]);
    expect([late.status, late.body, answer.status]).toMatchObject([409, { error: 'IDEMPOTENCY_IN_PROGRESS' }, 201]);
    expect(await countOf('logs WHERE project_id = $1', [projectId])).toBe(1);
    await replica.kill(stack);
  });

  function createProject(): Write {
    const slug = `kept-${randomUUID().slice(0, 8)}`;
    return {
      send: (by, headers) =>
        by.call('POST', '/projects', { json: { program_id: credentials.program_id, slug, name: 'A' }, headers }),
      status: 201,
      count: () => countOf('projects WHERE slug = $1', [slug]),
    };
  }

  async function changeProject(participant: Participant): Promise<Write> {
    const { slug } = await projectOf(participant);
    return {
      send: (by, headers) => by.call('PATCH', `/projects/${slug}`, { json: { name: 'Changed' }, headers }),
      status: 200,
      count: () => countOf(`projects WHERE slug = $1 AND name = 'Changed'`, [slug]),
    };
  }

  async function eraseProject(participant: Participant): Promise<Write> {
    const { slug, projectId } = await projectOf(participant);
    return {
      send: (by, headers) => by.call('DELETE', `/projects/${slug}`, { headers }),
      status: 200,
      count: () => countOf(`audit_entries WHERE project_id = $1 AND action = 'erase'`, [projectId]),
    };
  }

  async function putReadme(participant: Participant): Promise<Write> {
    const { slug, projectId } = await projectOf(participant);
    const image = await drawImage();
    return {
      send: (by, headers) =>
        by.call('PUT', `/projects/${slug}/readme`, {
          form: readmeForm('# Kept\n\n![a](a.png)', { 'a.png': image }),
          headers,
        }),
      status: 200,
      count: () => countOf('readme_images JOIN readmes USING (project_id) WHERE project_id = $1', [projectId]),
    };
  }

  async function appendLog(participant: Participant): Promise<Write> {
    const { slug, projectId } = await projectOf(participant);
    const image = await drawImage();
    return {
      send: (by, headers) =>
        by.call('POST', `/projects/${slug}/logs`, { form: logForm('Kept', 'a', [image]), headers }),
      status: 201,
      count: () => countOf('logs JOIN log_images ON log_id = id WHERE logs.project_id = $1', [projectId]),
    };
  }

  async function sync(participant: Participant): Promise<Write> {
    const { projectId } = await projectOf(participant);
    const json = {
      project_id: projectId,
      readme_markdown: '# Kept',
      new_logs: [{ sequence: 7, title: 'A', content_md: 'a' }],
    };
    return {
      send: (by, headers) => by.call('POST', '/projects/sync', { json, headers }),
      status: 200,
      count: () => countOf('logs JOIN readmes USING (project_id) WHERE project_id = $1', [projectId]),
    };
  }

  async function upload(participant: Participant): Promise<Write> {
    const { projectId } = await projectOf(participant);
    const image = await drawImage();
    return {
      send: (by, headers) => by.call('POST', '/assets/upload', { form: uploadForm(projectId, image), headers }),
      status: 201,
      count: () => countOf('assets WHERE project_id = $1', [projectId]),
    };
  }

  function createToken(): Write {
    const name = `Kept ${randomUUID()}`;
    return {
      send: (by, headers) => by.call('POST', '/accounts/tokens', { json: { name }, headers }),
      status: 201,
      count: () => countOf('api_tokens WHERE name = $1', [name]),
    };
  }

  async function revokeToken(participant: Participant): Promise<Write> {
    const { body } = await participant.call<{ id: string }>('POST', '/accounts/tokens', {
      json: { name: 'To be revoked' },
    });
    return {
      send: (by, headers) => by.call('DELETE', `/accounts/tokens/${body.data.id}`, { headers }),
      status: 200,
      count: () => countOf('api_tokens WHERE id = $1 AND revoked_at IS NOT NULL', [body.data.id]),
    };
  }

  async function requestReview(participant: Participant): Promise<Write> {
    const slug = await participant.createReadyProject('# Kept [sandbox:review=decline]');
    const projectId = await participant.projectId(slug);
    return {
      send: (by, headers) => by.call('POST', `/projects/${slug}/review/request`, { headers }),
      status: 202,
      count: () => countOf('reviews WHERE project_id = $1', [projectId]),
    };
  }

  function changeAccount(): Write {
    const bio = `Kept ${randomUUID()}`;
    return {
      send: (by, headers) => by.call('PATCH', '/accounts/me', { json: { bio }, headers }),
      status: 200,
      count: () => countOf('accounts WHERE bio = $1', [bio]),
    };
  }
});
