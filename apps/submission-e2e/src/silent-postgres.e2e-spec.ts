import { randomUUID } from 'node:crypto';
import { callApi, ServiceReplica, sharedStack, SilentProxy, waitUntil } from '@shipyard/testing';
import { Participant } from './participant';

/** A caller waits 10 s if nothing else is slow; a job waits longer. */
const WAITING_ENDS_MS = 25_000;

/** Postgres accepts data and says nothing. It may execute statements when it wakes up. */
describe('a Postgres that stops answering', () => {
  const stack = sharedStack();
  const { credentials, view } = stack;
  let proxy: SilentProxy;
  let origin: string;
  let participant: Participant;

  beforeEach(async () => {
    const url = new URL(view.databaseUrls.submission);
    proxy = await SilentProxy.before({ host: url.hostname, port: Number(url.port) });
    Object.assign(url, { hostname: '127.0.0.1', port: proxy.port });
    const replica = await ServiceReplica.start(stack, { environment: { SUBMISSION_DATABASE_URL: url.href } });
    ({ origin } = new URL(replica.url));
    participant = new Participant(replica.url, credentials.participant.token, credentials.program_id);
    // Opens the maximum of connections, so that the next request uses an open one.
    await Promise.all(Array.from({ length: 30 }, readiness));
  });

  afterEach(() => {
    ServiceReplica.endAll();
    proxy.close();
  });

  const readiness = async () => (await callApi(origin, 'GET', '/readyz')).status;

  it(
    'ends new and running requests with 503, and applies no running change later',
    async () => {
      const slug = await participant.createProject();
      const headers = { 'idempotency-key': randomUUID() };
      const json = {
        project_id: await participant.projectId(slug),
        new_logs: [{ sequence: 1, title: 'First', content_md: 'Words' }],
      };
      const log = () => participant.refused('POST', '/projects/sync', { json, headers });
      const locker = await stack.connect('submission');
      try {
        await locker.query('BEGIN');
        await locker.query('SELECT FROM projects WHERE slug = $1 FOR UPDATE', [slug]);
        const underWay = log();
        await waitUntil(
          () => stack.query('submission', 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() <> pid'),
          (waiting) => waiting.length > 0,
        );
        proxy.fallSilent();
        const reads = [participant.refused('GET', `/projects/${slug}`), participant.refused('GET', '/projects')];
        await locker.query('COMMIT');
        expect(await readiness()).toBe(503);
        for (const answer of await Promise.all([underWay, ...reads])) {
          expect([answer.status, answer.body.error]).toEqual([503, 'SERVICE_UNAVAILABLE']);
          expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        }
      } finally {
        await locker.end();
      }
      proxy.speak();
      await waitUntil(readiness, (status) => status === 200);
      expect((await participant.status(slug)).project.log_count).toBe(0);
      // The key was released, or is free when its lease ends.
      expect((await waitUntil(log, ({ status }) => status !== 409)).status).toBe(200);
      expect((await participant.status(slug)).project.log_count).toBe(1);
    },
    WAITING_ENDS_MS,
  );
});
