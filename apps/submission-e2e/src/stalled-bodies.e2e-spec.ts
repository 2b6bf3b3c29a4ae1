import { callApi, ServiceReplica, sharedStack, StalledBody, waitUntil } from '@shipyard/testing';
import { Participant } from './participant';

const CLIENTS = 100;
const BUDGET_BYTES = 32 * 1024 * 1024;
const SENT_BYTES = 512 * 1024;
const CONTENT_LENGTH = String(4 * 1024 * 1024);

describe('a hundred bodies that stall', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  let replica: ServiceReplica;
  let stalled: StalledBody[];

  beforeAll(async () => {
    replica = await ServiceReplica.start(stack);
  });

  beforeEach(() => {
    stalled = [];
  });

  afterEach(() => {
    for (const body of stalled) body.leave();
  });

  afterAll(() => ServiceReplica.endAll());

  const headers = { authorization: `Bearer ${credentials.participant.token}`, 'content-length': CONTENT_LENGTH };
  const json = { ...headers, 'content-type': 'application/json' };
  const stall = async (method: 'POST' | 'PUT', path: string, sent: Record<string, string>, beginning: Buffer) => {
    const { origin } = new URL(replica.url);
    for (let client = 0; client < CLIENTS; client += 1)
      stalled.push(await StalledBody.send(origin, method, path, sent, beginning));
  };
  const held = () => stalled.filter(({ status }) => status === null).length * SENT_BYTES;

  it.each([
    ['of a sync', 'POST', '/api/v1/projects/sync', json, `{"readme_markdown":"${'x'.repeat(SENT_BYTES)}`],
    [
      'of a form with a long text',
      'PUT',
      '/api/v1/projects/any/readme',
      { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      `--x\r\nContent-Disposition: form-data; name="readme"\r\n\r\n${'x'.repeat(SENT_BYTES)}`,
    ],
  ] as const)('hold no more than 32 MiB together: bodies %s', async (_, method, path, sent, beginning) => {
    await stall(method, path, sent, Buffer.from(beginning));
    await waitUntil(
      () => Promise.resolve(held()),
      (bytes) => bytes <= BUDGET_BYTES,
    );
    const refused = stalled.filter(({ status }) => status !== null);
    expect(refused.length).toBeGreaterThan(0);
    for (const { answer } of refused) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 /);
      expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i);
      expect(answer).toContain('"error":"SERVICE_UNAVAILABLE"');
    }
    // A normal body passes as soon as stalled ones are dropped, long before they time out.
    const slug = await new Participant(
      credentials.submission_url,
      credentials.participant.token,
      credentials.program_id,
    ).createProject();
    const patch = () =>
      callApi(replica.url, 'PATCH', `/projects/${slug}`, {
        token: credentials.participant.token,
        json: { name: 'Still here' },
      });
    await waitUntil(patch, ({ status }) => status === 200);
    expect(held()).toBeGreaterThan(0);
  });

  it('are dropped, so that nobody holds a connection by sending nothing', async () => {
    stalled.push(
      await StalledBody.send(new URL(replica.url).origin, 'POST', '/api/v1/projects/sync', json, Buffer.from('{')),
    );
    await waitUntil(
      () => Promise.resolve(stalled[0]?.status),
      (status) => status !== null,
      { giveUpAfterMs: 60_000 },
    );
    expect(stalled[0]?.answer).toMatch(
      /^HTTP\/1\.1 400 [^]*"error":"MALFORMED_BODY","message":"The body arrived too slowly/,
    );
  });
});
