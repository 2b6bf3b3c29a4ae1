import { callApi, startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import { letHeartbeatsExpire } from './lost-heartbeats';
import { LONG_README, Participant } from './participant';
import { completeParticipantFlow } from './participant-flow';

describe('the participant flow on the Postgres queue', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startTestStack({ queue: 'postgres' });
  });

  afterAll(() => stack.stop());

  it('leads from a new project to a finished review', async () => {
    const { submission_url, participant, program_id } = stack.credentials;
    await completeParticipantFlow({ submissionUrl: submission_url, token: participant.token, programId: program_id });
  });

  it('is ready without Redis, and reports that there is none', async () => {
    for (const address of [stack.submissionUrl, stack.gatewayUrl]) {
      const { status, body } = await callApi(address, 'GET', '/readyz');
      expect([status, body]).toEqual([200, { status: 'ok', checks: { postgres: 'ok', redis: 'absent', store: 'ok' } }]);
    }
  });

  it('runs image tasks too', async () => {
    const token = stack.credentials.enterprise_key;
    const created = await callApi<{ id: string }>(stack.gatewayUrl, 'POST', '/v1/images/tasks', {
      token,
      json: { model: 'sandbox-image', prompt: 'A harbour' },
    });
    expect(created.status).toBe(202);
    await stack.waitForTask(created.body.id);
  });

  it('finishes reviews although the worker and then Postgres are killed under them', async () => {
    const participant = Participant.ofDemo(stack);
    const slugs: string[] = [];
    for (const killed of [stack.processes.submissionWorker, stack.postgres]) {
      const slug = await participant.createReadyProject(LONG_README);
      await participant.call('POST', `/projects/${slug}/review/request`);
      slugs.push(slug);
      const restarted = killed.restarted();
      killed.kill('SIGKILL');
      await restarted;
      await letHeartbeatsExpire(stack, slugs);
    }
    for (const slug of slugs)
      await waitUntil(
        () => participant.status(slug).catch(() => null),
        (status) => status?.review?.status === 'succeeded',
        { giveUpAfterMs: 90_000 },
      );
  });
});
