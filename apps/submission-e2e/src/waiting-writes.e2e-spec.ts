import { ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { logForm, Participant, readmeForm } from './participant';

const WRITES = 50;

describe('writes that wait for a project', () => {
  const stack = sharedStack();
  const { credentials } = stack;

  afterEach(() => ServiceReplica.endAll());

  it('hold one connection, so that reads and writes of other projects continue', async () => {
    const replica = await ServiceReplica.start(stack);
    const owner = new Participant(replica.url, credentials.participant.token, credentials.program_id);
    const [busy, other] = [await owner.createProject(), await owner.createProject()];
    const projectId = await owner.projectId(busy);
    const waiting = () =>
      stack.query(
        'submission',
        `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND wait_event_type = 'Lock'`,
        [replica.name],
      );
    const holder = await stack.connect('submission');
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM projects WHERE slug = $1 FOR UPDATE', [busy]);
      const kinds = [
        () => owner.refused('PATCH', `/projects/${busy}`, { json: { tagline: 'Another' } }),
        () => owner.refused('POST', `/projects/${busy}/logs`, { form: logForm('A', 'a') }),
        () => owner.refused('PUT', `/projects/${busy}/readme`, { form: readmeForm('# A') }),
        () => owner.refused('POST', '/projects/sync', { json: { project_id: projectId, config: { name: 'B' } } }),
        () => owner.refused('POST', `/projects/${busy}/review/request`),
      ];
      const writes = Array.from({ length: WRITES / kinds.length }, () => kinds.map((write) => write())).flat();
      await waitUntil(waiting, ({ length }) => length > 0);
      for (let round = 0; round < 10; round += 1) {
        const path = round % 2 ? busy : other;
        expect((await owner.call('GET', `/projects/${path}`)).status).toBe(200);
      }
      expect((await owner.call('PATCH', `/projects/${other}`, { json: { tagline: 'Another' } })).status).toBe(200);
      expect(await waiting()).toHaveLength(1);
      await holder.query('COMMIT');
      // At most one review request is accepted.
      const refused = (await Promise.all(writes)).filter(({ status }) => status >= 400).map(({ body }) => body.error);
      expect(refused.filter((error) => error !== 'REVIEW_IN_PROGRESS' && error !== 'REVIEW_NOT_READY')).toEqual([]);
    } finally {
      await holder.end();
    }
  });
});
