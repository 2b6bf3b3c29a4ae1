import { sharedStack } from '@shipyard/testing';
import { LONG_README, Participant } from './participant';
import { StudioVisitor } from './studio-visitor';

const NO_NEWS = 'Your email address is not confirmed, so no news of your projects reaches you.';

it('the studio says before each step what happens with it, and promises no mail that cannot come', async () => {
  const stack = sharedStack();
  const { submission_url: apiUrl, program_id: programId } = stack.credentials;
  const { visitor, person } = await StudioVisitor.newcomer(stack.submissionUrl, apiUrl);
  const slug = await new Participant(apiUrl, person.token, programId).createReadyProject(LONG_README);
  const [program] = await stack.query('submission', 'SELECT rubric FROM programs WHERE id = $1', [programId]);
  const labels = (program?.rubric as { label: string }[]).map(({ label }) => label);
  const setState = (state: string) =>
    stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);
  const read = async (section: string, ...sentences: string[]) => {
    const [, main = ''] = (await visitor.open(`/studio${section}`)).html.split('<main');
    const text = main.replaceAll(/<[^<>]*>/g, '');
    expect([section, sentences.filter((sentence) => !text.includes(sentence))]).toEqual([section, []]);
    return text;
  };
  const project = `/projects/${slug}`;
  for (const section of ['/new', '/settings', project, `${project}/logs`, `${project}/details`])
    await read(section, NO_NEWS);
  await read('', 'We sent a mail to');
  await read(
    `${project}/review`,
    NO_NEWS,
    'A machine writes the review',
    'The review is published, also if it finds much to improve',
    ...(labels.length === 0 ? ['It judges how well'] : labels),
    'People on staff read it, look at your project and decide.',
  );
  await setState('recommended');
  await read(`${project}/interview`, 'A machine asks the questions', 'Staff read your answers');
  await setState('approved_to_ship');
  await read(
    `${project}/shipping`,
    'Only staff who send parcels and the admins of this site can read it',
    'We delete it as soon as the parcel is sent, or after 180 days.',
  );
  await setState('interviewing');
  await stack.query(
    'submission',
    `INSERT INTO interviews (id, project_id, question_count, credential_hash, credential_expires_at, finished_at)
       SELECT gen_random_uuid(), id, 1, sha256(slug::bytea), now(), now() FROM projects WHERE slug = $1`,
    [slug],
  );
  const decided = `${project}/interview`;
  expect(await read(decided, 'You see the decision here.', NO_NEWS)).not.toContain('You get a mail');
  await stack.query('submission', 'UPDATE accounts SET email_confirmed_at = now() WHERE id = $1', [person.id]);
  expect(await read(decided, 'You get a mail too.')).not.toContain(NO_NEWS);
});
