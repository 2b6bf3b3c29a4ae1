import { callApi, pickFreePort, ServiceReplica, sharedStack, StreamingReplica, waitUntil } from '@shipyard/testing';
import { Participant } from './participant';

const MAX_LAG_MS = 400;

/** One process reads from a real standby, whose replay is paused by hand. The primary and the standby differ then. */
describe('public reads with a streaming replica', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  let standby: StreamingReplica;
  let origin: string;
  let metricsUrl: string;
  let owner: Participant;
  let slug: string;

  beforeAll(async () => {
    standby = await StreamingReplica.of(stack);
    const metricsPort = await pickFreePort();
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const service = await ServiceReplica.start(stack, {
      environment: {
        SUBMISSION_READ_DATABASE_URL: standby.url,
        SUBMISSION_READ_MAX_LAG_MS: String(MAX_LAG_MS),
        METRICS_PORT: String(metricsPort),
      },
    });
    ({ origin } = new URL(service.url));
    owner = new Participant(service.url, credentials.participant.token, credentials.program_id);
    slug = await owner.createProject('First name');
    await waitUntil(nameForVisitors, (name) => name === 'First name');
  });

  afterAll(async () => {
    ServiceReplica.endAll();
    await standby.remove();
  });

  const nameIn = ({ body }: { body: { data?: { name: string } } }) => body.data?.name;
  const read = (headers: Record<string, string> = {}) =>
    callApi<{ data?: { name: string } }>(origin, 'GET', `/api/v1/projects/${slug}`, { headers });
  const nameForVisitors = async () => nameIn(await read());
  const nameForOwner = async () => nameIn(await read({ authorization: `Bearer ${credentials.participant.token}` }));

  async function metric(name: string): Promise<number> {
    const page = await (await fetch(metricsUrl)).text();
    const line = page
      .split('\n')
      .find((each) => each.startsWith(name.replace('}', ',')) || each.startsWith(`${name}{`));
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  const servedBy = (pool: string) => metric(`public_read_requests_total{pool="${pool}"}`);
  const isServedBy = (pool: string) =>
    waitUntil(
      async () => {
        const before = await servedBy(pool);
        await read();
        return (await servedBy(pool)) - before;
      },
      (more) => more === 1,
    );

  /** Without a request, so that the standby is still trusted when the next one comes. */
  const rename = (name: string) =>
    stack.query('submission', 'UPDATE projects SET name = $2 WHERE slug = $1', [slug, name]);

  it('are answered by the standby while it is up to date, and those with a token by the primary', async () => {
    await isServedBy('replica');
    const visit = async () => {
      const before = [await servedBy('replica'), await servedBy('primary')];
      expect(await nameForOwner()).toBe('First name');
      expect(await nameForVisitors()).toBe('First name');
      const page = await fetch(`${origin}/projects/${slug}`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('First name')]);
      return [(await servedBy('replica')) - (before[0] ?? 0), (await servedBy('primary')) - (before[1] ?? 0)];
    };
    // On a busy machine the standby may fall behind between two requests.
    await waitUntil(visit, (served) => served[0] === 2 && served[1] === 0);
    expect(await metric('read_replica_lag_seconds')).toBeLessThan(MAX_LAG_MS);
  });

  it('come from the primary when the standby is too far behind, and from the standby when it has caught up', async () => {
    await isServedBy('replica');
    await standby.pauseReplay();
    try {
      await rename('Second name');
      // Until the process notices, a visitor may read the first name. It never takes longer than the allowed lag.
      expect(await nameForOwner()).toBe('Second name');
      await waitUntil(nameForVisitors, (name) => name === 'Second name');
      await isServedBy('primary');
      // A page and its copy in a browser agree on their version.
      const { headers } = await read();
      expect((await read({ 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
      expect(await metric('read_replica_lag_seconds')).toBeGreaterThan(MAX_LAG_MS / 1_000);
    } finally {
      await standby.resumeReplay();
    }
    await isServedBy('replica');
    expect(await nameForVisitors()).toBe('Second name');
  });

  it('come from the primary right after a form of the same browser', async () => {
    await isServedBy('replica');
    const sent = await fetch(`${origin}/login`, { method: 'POST', body: new URLSearchParams({ email: 'nobody' }) });
    const [cookie = ''] = sent.headers.getSetCookie().filter((each) => each.startsWith('shipyard_wrote='));
    expect(cookie).toMatch(/^shipyard_wrote=1; Max-Age=2; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const [replica, primary] = [await servedBy('replica'), await servedBy('primary')];
    await read({ cookie: 'shipyard_wrote=1' });
    expect([await servedBy('replica'), await servedBy('primary')]).toEqual([replica, primary]);
    await read({ cookie: 'lang=en' });
    expect(await servedBy('replica')).toBe(replica + 1);
  });

  it('never fail when the standby dies, and return to it when it is back', async () => {
    await isServedBy('replica');
    await standby.stop();
    try {
      await rename('Third name');
      for (let at = 0; at < 5; at += 1) expect(await nameForVisitors()).toBe('Third name');
      await isServedBy('primary');
    } finally {
      await standby.start();
    }
    await isServedBy('replica');
    expect(await nameForVisitors()).toBe('Third name');
  });
});
