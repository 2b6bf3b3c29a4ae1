import { createShipyardClient, dataOf } from './shipyard-client';
import { readRetryAfter, ShipyardError } from './shipyard-error';

function clientOf(answer: () => Response, baseUrl = 'https://build.example/api/v1') {
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request);
    return Promise.resolve(answer());
  };
  return { client: createShipyardClient({ baseUrl, token: 'pst_a', fetch }), requests };
}

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);

async function failureOf(answer: () => Response): Promise<unknown> {
  const { client } = clientOf(answer);
  return dataOf(client.GET('/api/v1/accounts/me')).catch((error: unknown) => error);
}

describe('the client', () => {
  it('sends the token, and returns the data of a success', async () => {
    const { client, requests } = clientOf(() => json({ ok: true, data: { programs: [] } }));
    expect(await dataOf(client.GET('/api/v1/programs'))).toEqual({ programs: [] });
    expect(requests[0]?.url).toBe('https://build.example/api/v1/programs');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer pst_a');
  });

  it.each([
    { baseUrl: 'https://build.example', url: 'https://build.example/api/v1/programs' },
    { baseUrl: 'https://build.example/', url: 'https://build.example/api/v1/programs' },
    { baseUrl: 'https://build.example/api/v1/', url: 'https://build.example/api/v1/programs' },
    { baseUrl: 'https://build.example/shipyard/api/v1', url: 'https://build.example/shipyard/api/v1/programs' },
  ])('takes $baseUrl as the URL of the API', async ({ baseUrl, url }) => {
    const { client, requests } = clientOf(() => json({ ok: true, data: { programs: [] } }), baseUrl);
    await client.GET('/api/v1/programs');
    expect(requests[0]?.url).toBe(url);
  });

  it('sends a form as it is', async () => {
    const { client, requests } = clientOf(() => json({ ok: true, data: {} }, { status: 201 }));
    const form = new FormData();
    form.set('project_id', 'a');
    form.set('file', new Blob([new Uint8Array([1, 2])]), 'a.png');
    await client.POST('/api/v1/assets/upload', { body: { project_id: 'a', file: '' }, bodySerializer: () => form });
    expect(requests[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    const sent = await requests[0]?.formData();
    expect(sent?.get('project_id')).toBe('a');
    expect(sent?.get('file')).toBeInstanceOf(Blob);
  });

  it('throws what the service says', async () => {
    const failure = await failureOf(() =>
      json(
        { ok: false, error: 'RATE_LIMITED', message: 'Wait.', details: { retry_after_seconds: 7 } },
        { status: 429, headers: { 'retry-after': '7', 'x-request-id': 'r1' } },
      ),
    );
    expect(failure).toBeInstanceOf(ShipyardError);
    expect({ ...(failure as ShipyardError), message: (failure as ShipyardError).message }).toEqual({
      name: 'ShipyardError',
      error: 'RATE_LIMITED',
      message: 'Wait.',
      details: { retry_after_seconds: 7 },
      status: 429,
      requestId: 'r1',
      retryAfter: 7,
    });
  });

  it.each([
    { title: 'a page of a proxy', answer: () => new Response('<html>', { status: 502 }), error: 'HTTP_502' },
    { title: 'a body without a code', answer: () => json([1], { status: 404 }), error: 'HTTP_404' },
    { title: 'a success that is none of ours', answer: () => json({ hello: 1 }), error: 'HTTP_200' },
  ])('throws for $title', async ({ answer, error }) => {
    expect(await failureOf(answer)).toMatchObject({ error, details: {}, requestId: null, retryAfter: null });
  });

  it('reads Retry-After in both forms', () => {
    const now = Date.parse('2026-11-23T10:00:00Z');
    expect(
      ['12', 'Mon, 23 Nov 2026 10:00:30 GMT', 'Mon, 23 Nov 2026 09:00:00 GMT', 'soon', '', null].map((header) =>
        readRetryAfter(header, now),
      ),
    ).toEqual([12, 30, 0, null, null, null]);
  });
});
