import { type ApiCall, callApi, sharedStack, waitUntil } from '@shipyard/testing';
import { Admin } from './admin-client';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';

interface OwnKey {
  id: string;
  scopes: string[];
  rpm: number | null;
  budget: { amount_cny: string; period: string } | null;
  allowed_ips: string[] | null;
  revoked_at: string | null;
  created_by_key_id: string | null;
}

interface KeyBody extends OpenAiFailure {
  key: OwnKey;
  secret: string;
}

interface OwnList<Item> extends OpenAiFailure {
  object: string;
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

interface UsageItem {
  day?: string;
  model?: string | null;
  key_id?: string | null;
  requests: number;
  errors: number;
  units: Record<string, number>;
  cost_cny: string;
}

const CHAT = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] };

describe('a customer that serves itself', () => {
  const { gatewayUrl, credentials } = sharedStack();
  const admin = new Admin(gatewayUrl, credentials.gateway_admin_key);
  const operator = new Operator(gatewayUrl, credentials.gateway_admin_key);

  const call = <Body = KeyBody>(token: string, method: string, path: string, json?: unknown, more: ApiCall = {}) =>
    callApi<Body>(gatewayUrl, method, `/v1${path}`, { token, json, ...more });
  const chat = (token: string) => call<OpenAiFailure>(token, 'POST', '/chat/completions', CHAT);
  const codeOf = async (answer: Promise<{ status: number; body: OpenAiFailure }>) => {
    const { status, body } = await answer;
    return status < 300 ? status : body.error.code;
  };
  const soon = (token: string, code: string | number) =>
    waitUntil(
      () => codeOf(chat(token)),
      (found) => found === code,
      { giveUpAfterMs: 5_000 },
    );

  describe('with a key that manages keys', () => {
    const TERMS = { scopes: ['text', 'keys'], models: ['sandbox-chat'], rpm: 100, allowed_ips: ['127.0.0.0/8', '::1'] };
    let customerId: string;
    let keyId: string;
    let secret: string;

    beforeAll(async () => {
      ({ customerId, keyId, secret } = await admin.customer('10', TERMS));
    });

    const create = (json: object, more?: ApiCall) => call(secret, 'POST', '/keys', json, more);

    it('creates, changes, rotates and revokes one', async () => {
      const made = await create({ name: 'Mine', scopes: ['text'] });
      expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
      const { key, secret: first } = made.body;
      expect(key).toMatchObject({
        customer_id: customerId,
        models: TERMS.models,
        rpm: 100,
        allowed_ips: TERMS.allowed_ips,
        created_by_key_id: keyId,
      });
      expect(await codeOf(chat(first))).toBe(200);

      const path = `/keys/${key.id}`;
      const changed = await call(secret, 'PATCH', path, { rpm: 50, name: 'Narrow' });
      expect([changed.status, changed.body.key]).toMatchObject([200, { rpm: 50, name: 'Narrow' }]);
      await waitUntil(
        async () => (await chat(first)).headers.get('x-ratelimit-limit-requests'),
        (limit) => limit === '50',
      );
      expect((await call(secret, 'PATCH', path, { rpm: 100 })).body.key.rpm).toBe(100);

      const rotated = await call(secret, 'POST', `${path}/rotate`, { grace_seconds: 0 });
      expect(rotated.status).toBe(201);
      await soon(first, 'invalid_api_key');
      expect(await codeOf(chat(rotated.body.secret))).toBe(200);

      for (let time = 0; time < 2; time += 1)
        expect((await call(secret, 'DELETE', path)).body.key.revoked_at).toEqual(expect.any(String));
      await soon(rotated.body.secret, 'invalid_api_key');
      for (const [method, end] of [
        ['PATCH', ''],
        ['POST', '/rotate'],
      ] as const)
        expect(await codeOf(call(secret, method, `${path}${end}`, {}))).toBe('key_revoked');

      const listed = await call<OwnList<OwnKey>>(secret, 'GET', '/keys?limit=1');
      expect(listed.body).toMatchObject({ object: 'list', data: [{ id: key.id }], has_more: true });
      const rest = await call<OwnList<OwnKey>>(secret, 'GET', `/keys?cursor=${listed.body.next_cursor}`);
      expect(rest.body).toMatchObject({ data: [{ id: keyId }], has_more: false, next_cursor: null });
      expect(rest.text).not.toContain('secret');
      expect((await call(secret, 'GET', path)).body.key.id).toBe(key.id);

      const { items } = await admin.do<{ items: { subject_id: string; action: string; actor: object }[] }>(
        'GET',
        '/audit?limit=200',
      );
      const audit = items.filter(({ subject_id }) => subject_id === key.id).map(({ action, actor }) => [action, actor]);
      const actor = { kind: 'enterprise_key', id: keyId, name: 'Suite' };
      expect(audit).toEqual(
        ['key.revoke', 'key.revoke', 'key.rotate', 'key.update', 'key.update', 'key.create'].map((action) => [
          action,
          actor,
        ]),
      );
    });

    it.each<[string, object, number, string, string]>([
      ['a scope', { scopes: ['image'] }, 403, 'insufficient_scope', 'scopes'],
      ['all models', { models: null }, 403, 'model_not_allowed', 'models'],
      ['another model', { models: ['sandbox-chat', 'other'] }, 403, 'model_not_allowed', 'models'],
      ['more requests', { rpm: 101 }, 400, 'invalid_value', 'rpm'],
      ['no limit of requests', { rpm: null }, 400, 'invalid_value', 'rpm'],
      ['more abandoned calls', { max_abandoned: 31 }, 400, 'invalid_value', 'max_abandoned'],
      ['all addresses', { allowed_ips: null }, 400, 'invalid_value', 'allowed_ips'],
      ['a wider range', { allowed_ips: ['126.0.0.0/7'] }, 400, 'invalid_value', 'allowed_ips'],
    ])('never gets %s that the operator did not allow, for a new key or for itself', async (_, more, ...refusal) => {
      const answers = [
        await create({ name: 'Wide', scopes: ['text'], ...more }),
        await call(secret, 'PATCH', `/keys/${keyId}`, more),
      ];
      for (const { status, body } of answers) expect([status, body.error.code, body.error.param]).toEqual(refusal);
    });

    it('refuses the names of an operator', async () => {
      const more = { name: 'x', scopes: ['text'], customer_id: customerId };
      expect(await codeOf(create(more))).toBe('unsupported_parameter');
    });

    it('gets no secret of a key that is allowed more, not even after it has narrowed it', async () => {
      const { key } = await admin.do<{ key: { id: string } }>('POST', '/keys', {
        customer_id: customerId,
        name: 'Wider',
        scopes: ['text', 'image'],
      });
      const path = `/keys/${key.id}`;
      const narrow = { scopes: ['text'], models: ['sandbox-chat'], rpm: 1, allowed_ips: ['127.0.0.1'] };
      expect(await codeOf(call(secret, 'PATCH', path, narrow))).toBe(200);
      expect(await codeOf(call(secret, 'POST', `${path}/rotate`, {}))).toBe('insufficient_scope');
      // The customer may restore what the operator allowed, until the operator allows less.
      expect(await codeOf(call(secret, 'PATCH', path, { rpm: null }))).toBe(200);
      await admin.do('PATCH', `/keys/${key.id}`, { rpm: 7 });
      expect(await codeOf(call(secret, 'PATCH', path, { rpm: 8 }))).toBe('invalid_value');
      expect(await codeOf(call(secret, 'PATCH', path, { scopes: ['text', 'image'], rpm: 7 }))).toBe(200);
    });

    it('finds no key of another customer', async () => {
      const other = await admin.customer('1');
      for (const id of [other.keyId, '00000000-0000-7000-8000-000000000000', 'x', '%00'])
        for (const [method, end] of [
          ['GET', ''],
          ['PATCH', ''],
          ['DELETE', ''],
          ['POST', '/rotate'],
        ] as const)
          expect([
            id,
            await codeOf(call(secret, method, `/keys/${id}${end}`, method === 'GET' ? undefined : {})),
          ]).toEqual([id, 'key_not_found']);
      expect(await codeOf(chat(other.secret))).toBe(200);
      for (const [method, path] of [
        ['GET', '/keys'],
        ['POST', '/keys'],
        ['PATCH', `/keys/${keyId}`],
        ['DELETE', `/keys/${keyId}`],
      ] as const) {
        const { status, body } = await call(other.secret, method, path, method === 'GET' ? undefined : {});
        expect([status, body.error.code, body.error.message]).toEqual([
          403,
          'insufficient_scope',
          expect.stringContaining('"keys"'),
        ]);
      }
    });

    it('creates one key however often a request is repeated', async () => {
      const headers = { 'idempotency-key': `key ${keyId}` };
      const json = { name: 'Once', scopes: ['text'] };
      const made = await Promise.all([1, 2, 3].map(() => create(json, { headers })));
      for (const { status, body } of made) if (status !== 201) expect(body.error.code).toBe('idempotency_in_progress');
      const again = await create(json, { headers });
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(new Set([...made.filter(({ status }) => status === 201), again].map(({ body }) => body.secret)).size).toBe(
        1,
      );
      const { body } = await call<OwnList<OwnKey & { name: string }>>(secret, 'GET', '/keys');
      expect(body.data.filter(({ name }) => name === 'Once')).toHaveLength(1);
      expect(await codeOf(create({ ...json, name: 'Other' }, { headers }))).toBe('idempotency_key_reused');
    });

    it('is refused once the operator has revoked it', async () => {
      const own = await create({ name: 'Manager', scopes: ['keys'] });
      expect(await codeOf(call(own.body.secret, 'GET', '/keys'))).toBe(200);
      await admin.do('DELETE', `/keys/${own.body.key.id}`);
      await waitUntil(
        () => codeOf(call(own.body.secret, 'GET', '/keys')),
        (code) => code === 'invalid_api_key',
      );
    });
  });

  describe('reads its own figures', () => {
    let manager: { customerId: string; keyId: string; secret: string };
    let worker: { id: string; secret: string };
    const CALLS = { manager: 2, worker: 3 };

    beforeAll(async () => {
      manager = await admin.customer('10', { scopes: ['text', 'search', 'keys'] });
      const { body } = await call(manager.secret, 'POST', '/keys', { name: 'Worker', scopes: ['text'] });
      worker = { id: body.key.id, secret: body.secret };
      for (let time = 0; time < CALLS.manager; time += 1) await chat(manager.secret);
      for (let time = 0; time < CALLS.worker; time += 1) await chat(worker.secret);
      await call(worker.secret, 'POST', '/chat/completions', { ...CHAT, model: 'nothing' });
      await waitUntil(
        async () => (await read('/requests', worker.secret)).data.length,
        (count) => count >= CALLS.worker + 1,
      );
    });

    const read = async <Item = UsageItem>(path: string, token = manager.secret) =>
      (await call<OwnList<Item>>(token, 'GET', path)).body;
    const sum = (items: UsageItem[]) => items.reduce((nano, { cost_cny }) => nano + nanoOf(cost_cny), 0n);

    it('for all its keys or one, as exactly as the ledger', async () => {
      const { body } = await operator.get<{ items: { account: string; key_id: string; amount_cny: string }[] }>(
        `/admin/ledger?customer_id=${manager.customerId}&limit=200`,
      );
      const paid = (keyId?: string) =>
        body.data.items
          .filter(({ account, key_id }) => account === 'customer' && key_id !== null && (keyId ?? key_id) === key_id)
          .reduce((nano, { amount_cny }) => nano - nanoOf(amount_cny), 0n);
      expect(paid(worker.id)).toBeGreaterThan(0n);
      for (const groups of ['day', 'model', 'key', 'day,model,key'])
        expect(sum((await read(`/usage?group_by=${groups}`)).data)).toBe(paid());
      expect(sum((await read(`/usage?key_id=${worker.id}`)).data)).toBe(paid(worker.id));
      expect(sum((await read('/usage?group_by=key,model', worker.secret)).data)).toBe(paid(worker.id));

      const byKey = await read('/usage?group_by=key');
      expect(byKey.data.find(({ key_id }) => key_id === worker.id)).toMatchObject({ errors: 1 });
      const own = await read('/usage?group_by=key', worker.secret);
      expect(own.data.map(({ key_id }) => key_id)).toEqual([worker.id]);
      const chats = (await read('/usage?group_by=model', worker.secret)).data.find(({ model }) => model === CHAT.model);
      expect(chats).toMatchObject({
        requests: CALLS.worker,
        errors: 0,
        units: { input_1k_tokens: expect.any(Number) as number },
      });
    });

    it('page by page, and without suppliers, routes or costs of ours', async () => {
      const all = await call<OwnList<UsageItem>>(manager.secret, 'GET', '/usage?group_by=day,model,key');
      expect(Object.keys(all.body)).toEqual(['object', 'data', 'has_more', 'next_cursor']);
      const paged: UsageItem[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: OwnList<UsageItem> = await read(
          `/usage?group_by=day,model,key&limit=1${cursor && `&cursor=${cursor}`}`,
        );
        paged.push(...page.data);
        cursor = page.next_cursor;
      }
      expect(paged.map(({ model, key_id }) => [model, key_id])).toEqual(
        all.body.data.map(({ model, key_id }) => [model, key_id]),
      );
      const requests = await call<OwnList<{ request_id: string; key_id: string; cost_cny: string | null }>>(
        manager.secret,
        'GET',
        '/requests?limit=200',
      );
      for (const { text } of [all, requests]) expect(text).not.toMatch(/supplier|route|sandbox"/);
      const charged = requests.body.data.filter(({ cost_cny }) => cost_cny !== null);
      expect(charged).toHaveLength(CALLS.manager + CALLS.worker);
    });

    it('request by request, with its own status and code', async () => {
      type Item = { request_id: string; key_id: string; status: number; code: string | null };
      const failed = await read<Item>('/requests?status=404&code=model_not_found');
      expect(failed.data).toMatchObject([{ key_id: worker.id, status: 404, code: 'model_not_found' }]);
      const first = await read<Item>(`/requests?model=${CHAT.model}&limit=2`);
      const second = await read<Item>(`/requests?model=${CHAT.model}&limit=200&cursor=${first.next_cursor}`);
      const ids = [...first.data, ...second.data].map(({ request_id }) => request_id);
      expect([new Set(ids).size, ids.length]).toEqual([CALLS.manager + CALLS.worker, CALLS.manager + CALLS.worker]);
      const own = await read<Item>('/requests', worker.secret);
      expect(new Set(own.data.map(({ key_id }) => key_id))).toEqual(new Set([worker.id]));
    });

    it.each([
      '/usage?group_by=supplier',
      '/usage?group_by=route',
      '/usage?from=x',
      '/usage?cursor=x',
      '/requests?cursor=x',
    ])('refuses %s', async (path) => {
      const { status, body } = await call(manager.secret, 'GET', path);
      expect([status, body.error.code]).toEqual([400, 'invalid_value']);
    });

    it('needs the scope for another key', async () => {
      for (const path of ['/usage', '/requests'])
        expect(await codeOf(call(worker.secret, 'GET', `${path}?key_id=${manager.keyId}`))).toBe('insufficient_scope');
    });
  });
});
