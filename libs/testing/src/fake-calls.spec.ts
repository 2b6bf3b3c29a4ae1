import { CANARY } from './canary';
import { CALL_PROTOCOLS } from './fake-call-protocols';
import { type FakeCalls, startFakeCalls } from './fake-calls';
import type { JsonRecord } from './fake-faults';

describe.each(Object.entries(CALL_PROTOCOLS))('the fake of %s', (_, protocol) => {
  const { path, contentType, key, sample } = protocol;
  let fake: FakeCalls<object>;

  beforeAll(async () => {
    fake = await startFakeCalls<object>(protocol);
  });

  afterAll(() => fake.close());

  const headers = (apiKey: string): Record<string, string> => (key ? { [key.header]: key.before + apiKey } : {});

  const post = (change: JsonRecord = {}, head = headers(fake.apiKey)) => {
    const sent = Object.entries({ ...sample.body, ...change }).filter(([, value]) => value !== undefined);
    const text =
      contentType === 'application/json'
        ? JSON.stringify(Object.fromEntries(sent))
        : new URLSearchParams(sent.map(([name, value]): [string, string] => [name, String(value)])).toString();
    return fetch(fake.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': contentType, ...head },
      body: text,
    });
  };

  it('accepts a valid request, records it and returns its canaries', async () => {
    const response = await post();
    expect([
      response.status,
      (await response.text()).includes(CANARY),
      response.headers.get('server'),
      fake.calls.length,
    ]).toEqual([200, true, CANARY, 1]);
  });

  it('refuses another key, content type or path', async () => {
    const taken = fake.calls.length;
    if (key) expect((await post({}, headers('sk-other'))).status).toBe(key.refusal.status);
    expect((await post({}, { ...headers(fake.apiKey), 'content-type': 'text/plain' })).status).toBe(415);
    expect((await fetch(`${fake.baseUrl}/nothing`, { method: 'POST', headers: headers(fake.apiKey) })).status).toBe(
      404,
    );
    expect(fake.calls).toHaveLength(taken);
  });

  it.each(sample.refused)('refuses %s', async (_, change) => {
    const taken = fake.calls.length;
    expect((await post(change)).status).toBe(400);
    expect(fake.calls).toHaveLength(taken);
  });
});
