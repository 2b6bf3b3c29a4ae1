import { callApi, type TestStack, waitUntil } from '@shipyard/testing';
import type { OwnStack } from './own-stack';
import { headingOf, openPage } from './page-client';
import { LONG_README, Participant } from './participant';

interface Readiness {
  status: string;
  checks: { postgres: string; redis: string; store: string };
}

export function describeOutages(own: OwnStack): void {
  let stack: TestStack;
  let participant: Participant;

  beforeAll(() => {
    stack = own.stack;
    participant = Participant.ofDemo(stack);
  });

  const readinessOf = (address: string) => callApi<Readiness>(address, 'GET', '/readyz');
  const until = (address: string, status: string) =>
    waitUntil(
      () => readinessOf(address),
      ({ body }) => body.status === status,
    );

  it('Redis: the services are degraded, accept requests, and queue the job when it is back', async () => {
    if (stack.redis === null) return;
    const slug = await participant.createReadyProject(LONG_README);
    await stack.redis.pause();
    const degraded = await until(stack.submissionUrl, 'degraded');
    expect([degraded.status, degraded.body.checks]).toEqual([200, { postgres: 'ok', redis: 'failed', store: 'ok' }]);
    expect((await until(stack.gatewayUrl, 'degraded')).status).toBe(200);

    const requested = await participant.call('POST', `/projects/${slug}/review/request`);
    expect(requested.status).toBe(202);
    const task = await callApi<{ id: string }>(stack.gatewayUrl, 'POST', '/v1/images/tasks', {
      token: stack.credentials.enterprise_key,
      json: { model: 'sandbox-image', prompt: 'A harbour' },
    });
    expect(task.status).toBe(202);

    await stack.redis.resume();
    await until(stack.submissionUrl, 'ok');
    await waitUntil(
      () => participant.status(slug),
      ({ review }) => review?.status === 'succeeded',
    );
    // The gateway looks for lost jobs of tasks that were queued 15 seconds ago.
    await stack.query('gateway', `UPDATE image_tasks SET queued_at = queued_at - interval '15 seconds' WHERE id = $1`, [
      task.body.id,
    ]);
    await stack.waitForTask(task.body.id);
  });

  it('Postgres: the services report that they are down, and recover', async () => {
    await stack.postgres.pause();
    expect((await until(stack.submissionUrl, 'down')).status).toBe(503);
    const { gateway_url, submission_url, enterprise_key } = stack.credentials;

    const detail = await callApi(submission_url, 'GET', '/projects/any-slug');
    expect([detail.status, detail.body]).toEqual([
      503,
      expect.objectContaining({ ok: false, error: 'SERVICE_UNAVAILABLE' }),
    ]);
    expect(detail.headers.get('retry-after')).toMatch(/^\d+$/);
    const page = await openPage(stack.submissionUrl, '/reset', { form: { email: 'noor@example.com' } });
    expect([page.status, headingOf(page.html)]).toEqual([503, 'We cannot reach our storage']);
    expect(headingOf((await openPage(stack.submissionUrl, '/nothing-here')).html)).toMatch(/^There is no such page/);
    const chat = await callApi(gateway_url, 'POST', '/v1/chat/completions', {
      token: enterprise_key,
      json: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hi' }] },
    });
    expect([chat.status, chat.body]).toMatchObject([503, { error: { code: 'service_unavailable' } }]);
    expect(Number(chat.headers.get('retry-after'))).toBeGreaterThan(0);

    await stack.postgres.resume();
    await until(stack.submissionUrl, 'ok');
    await until(stack.gatewayUrl, 'ok');
    expect(await participant.createProject()).toMatch(/^e2e-/);
  });
}
