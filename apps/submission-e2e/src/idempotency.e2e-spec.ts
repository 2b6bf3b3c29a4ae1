import { randomUUID } from 'node:crypto';
import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { demoPeople, type LogView, readmeForm } from './participant';

describe('Idempotency-Key', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const { owner, other } = demoPeople(stack);
  let slug: string;
  let headers: { 'idempotency-key': string };

  beforeEach(async () => {
    slug = await owner.createProject();
    headers = { 'idempotency-key': randomUUID() };
  });

  const logForm = (text = 'a', image?: Buffer) => {
    const form = new FormData();
    if (image) form.set('picture', new Blob([new Uint8Array(image)]), 'picture');
    form.set('title', 'A log');
    form.set('text', text);
    return form;
  };
  const append = (form = logForm(), by = owner) =>
    by.call<{ log: LogView }>('POST', `/projects/${slug}/logs`, { form, headers });
  const logCount = async () => (await owner.status(slug)).project.log_count;
  const project = () => ({
    program_id: credentials.program_id,
    slug: `key-${headers['idempotency-key'].slice(0, 8)}`,
    name: 'A',
  });
  const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotency-replayed');
  const change = (assignments: string) =>
    stack.query(
      'submission',
      `UPDATE idempotency_keys SET ${assignments} WHERE claim_id = (SELECT max(claim_id::text)::uuid FROM idempotency_keys)`,
    );

  it('replays status and body of a success without executing it again', async () => {
    const first = await owner.call('POST', '/projects', { json: project(), headers });
    const { name, ...rest } = project();
    const second = await owner.call('POST', '/projects', { json: { name, ...rest }, headers });
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([second.status, replayed(second), second.text]).toEqual([201, 'true', first.text]);
  });

  it('recognizes a repeated form by its names and contents', async () => {
    const image = await drawImage();
    const first = await append(logForm('a', image));
    const second = await append(logForm('a', image));
    expect([second.status, replayed(second), second.text]).toEqual([201, 'true', first.text]);
    expect(await logCount()).toBe(1);
    for (const changed of [logForm('b', image), logForm('a'), logForm('a', await drawImage({ color: '#010203' }))]) {
      const answer = await owner.refused('POST', `/projects/${slug}/logs`, { form: changed, headers });
      expect([answer.status, answer.body.error]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect(await logCount()).toBe(1);
  });

  it('works for PUT too, and replays the original response', async () => {
    const put = (markdown: string) =>
      owner.call('PUT', `/projects/${slug}/readme`, { form: readmeForm(markdown), headers });
    const first = await put('# A');
    await owner.putReadme(slug, '# B');
    expect((await put('# A')).text).toBe(first.text);
    expect((await owner.call<{ markdown: string }>('GET', `/projects/${slug}/readme`)).body.data.markdown).toBe('# B');
  });

  it('replays a README on a base that is old by now, and takes another base for another request', async () => {
    await owner.putReadme(slug, '# A');
    const base = await owner.readmeTime(slug);
    const put = (on: string) => {
      const form = readmeForm('# B');
      form.set('base_updated_at', on);
      return owner.refused('PUT', `/projects/${slug}/readme`, { form, headers });
    };
    const [first, second] = [await put(base), await put(base)];
    expect([first.status, replayed(first)]).toEqual([200, null]);
    expect([second.status, replayed(second), second.text]).toEqual([200, 'true', first.text]);
    expect((await put('2100-01-01T00:00:00Z')).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('stores the newest 64 MiB of large responses per account, and executes nothing again', async () => {
    await stack.query(
      'submission',
      `INSERT INTO idempotency_keys (owner_id, key_hash, fingerprint_key_id, fingerprint, claim_id, answer, expires_at)
       SELECT (SELECT owner_id FROM projects WHERE slug = $1), sha256(('large ' || n)::bytea), 'a', sha256('a'), ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, decode(repeat('00', 1048576), 'hex'), now() + interval '1 hour'
       FROM generate_series(1, 70) n`,
      [slug],
    );
    const put = () =>
      owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm('a '.repeat(20_000)), headers });
    const first = await put();
    const [kept] = await stack.query(
      'submission',
      `SELECT sum(octet_length(answer))::integer AS bytes, (count(*) FILTER (WHERE answer = ''))::integer AS emptied
       FROM idempotency_keys WHERE owner_id = (SELECT owner_id FROM projects WHERE slug = $1) AND (octet_length(answer) >= 16384 OR answer = '')`,
      [slug],
    );
    expect(kept?.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect(kept?.emptied).toBeGreaterThanOrEqual(7);
    expect((await put()).text).toBe(first.text);
    await change(`answer = ''`);
    const late = await put();
    expect([late.status, late.body.error]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    await stack.query('submission', `DELETE FROM idempotency_keys WHERE fingerprint_key_id = 'a'`);
  });

  it('is bound to one method, path, query and body', async () => {
    await append();
    const elsewhere = await owner.createProject();
    for (const [method, path, call] of [
      ['POST', `/projects/${elsewhere}/logs`, { form: logForm() }],
      ['POST', `/projects/${slug}/logs?a=b`, { form: logForm() }],
      ['PUT', `/projects/${slug}/readme`, { form: readmeForm('# a') }],
      ['POST', '/projects', { json: project() }],
    ] as const) {
      const answer = await owner.refused(method, path, { ...call, headers });
      expect([answer.status, answer.body.error]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
  });

  it('executes one of twenty simultaneous requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => owner.refused('POST', `/projects/${slug}/logs`, { form: logForm(), headers })),
    );
    expect(await logCount()).toBe(1);
    expect(answers.filter((answer) => answer.status === 201 && replayed(answer) === null)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect([answer.status, answer.body.error, answer.headers.get('retry-after')]).toEqual([
        409,
        'IDEMPOTENCY_IN_PROGRESS',
        '1',
      ]);
    }
    expect(replayed(await append())).toBe('true');
    expect(await logCount()).toBe(1);
  });

  it('can be used again after a failure', async () => {
    expect((await owner.refused('POST', `/projects/${slug}/logs`, { form: logForm(' '), headers })).body.error).toBe(
      'VALIDATION_FAILED',
    );
    const answer = await append();
    expect([answer.status, replayed(answer)]).toEqual([201, null]);
  });

  it('is separate for each account', async () => {
    await owner.call('POST', '/projects', { json: project(), headers });
    const answer = await other.refused('POST', '/projects', { json: project(), headers });
    expect([answer.body.error, replayed(answer)]).toEqual(['SLUG_TAKEN', null]);
  });

  it('is in progress during its lease, and taken over after it', async () => {
    await append();
    await change(`answer = NULL, leased_until = now() + interval '1 minute'`);
    const running = await owner.refused('POST', `/projects/${slug}/logs`, { form: logForm(), headers });
    expect([running.status, running.body.error, running.headers.get('retry-after')]).toEqual([
      409,
      'IDEMPOTENCY_IN_PROGRESS',
      '1',
    ]);
    await change(`leased_until = now() - interval '1 second'`);
    expect((await owner.refused('POST', `/projects/${slug}/logs`, { form: logForm('b'), headers })).body.error).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect([(await append()).status, await logCount()]).toEqual([201, 2]);
  });

  it('has a lease of less than a minute, and is kept for a day', async () => {
    await append();
    const [kept] = await stack.query(
      'submission',
      `SELECT expires_at BETWEEN now() + interval '23 hours 55 minutes' AND now() + interval '24 hours' AS a_day FROM idempotency_keys ORDER BY claim_id DESC LIMIT 1`,
    );
    expect(kept).toEqual({ a_day: true });
    await change(`expires_at = now()`);
    const answer = await append(logForm('another request'));
    expect([answer.status, replayed(answer)]).toEqual([201, null]);
  });

  it('stores neither the key nor the token nor the request', async () => {
    await append(logForm('a text that nobody should find'));
    const rows = await stack.query(
      'submission',
      'SELECT owner_id, key_hash, fingerprint, fingerprint_key_id FROM idempotency_keys ORDER BY claim_id DESC LIMIT 1',
    );
    const stored = JSON.stringify(rows);
    for (const secret of [headers['idempotency-key'], credentials.participant.token, 'nobody should find'])
      expect(stored).not.toContain(secret);
  });

  it.each(['x'.repeat(256), 'caf\u00e9', ''])('must be printable ASCII: not %p', async (key) => {
    const answer = await owner.refused('POST', `/projects/${slug}/logs`, {
      form: logForm(),
      headers: { 'idempotency-key': key },
    });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.details).toMatchObject({ fields: [{ field: 'Idempotency-Key' }] });
  });

  it('accepts 255 characters', async () => {
    headers = { 'idempotency-key': randomUUID().padEnd(255, '~') };
    await append();
    expect(replayed(await append())).toBe('true');
  });

  it('is ignored on a read', async () => {
    for (let times = 0; times < 2; times += 1)
      expect(
        replayed(await callApi(url, 'GET', `/projects/${slug}`, { token: credentials.participant.token, headers })),
      ).toBeNull();
  });

  it('does not replace a token', async () => {
    await append();
    expect((await callApi(url, 'POST', `/projects/${slug}/logs`, { form: logForm(), headers })).status).toBe(401);
  });
});
