import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { createLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import { type ApiAnswer, callApi, drawImage, type TestStack, waitUntil } from '@shipyard/testing';
import { InterviewParty } from './interview-party';
import { openSession, PASSWORD } from './newcomer';
import type { OwnStack } from './own-stack';
import { type Failure, LONG_README, Participant, type ProjectView } from './participant';
import { shippingParties } from './shipment';
import { holdsText, readDatabase, readFileOrNull, readRedis } from './stored-texts';

type Words = Record<
  'handle' | 'email' | 'display_name' | 'bio' | 'birth_date' | 'token_name' | 'recipient' | 'answer' | 'readme' | 'log',
  string
>;

interface Person {
  id: string;
  as: Participant;
  token: string;
  email: string;
  handle: string;
  /** What must not be left after the deletion, by what it is. */
  words: Words;
}

type Deleted = Failure & { data: { projects_erased: number; projects_kept: number } };

export function describeAccountDeletion(own: OwnStack): void {
  let stack: TestStack;
  let url: string;

  beforeAll(() => {
    stack = own.stack;
    url = stack.credentials.submission_url;
  });

  async function register(): Promise<Person> {
    const mark = randomUUID().slice(0, 8);
    const handle = `p-${mark}-leaving`;
    const words: Words = {
      handle,
      email: `${mark}.leaving@example.com`,
      display_name: `Zoë Leaving ${mark}`,
      bio: `I leave ${mark}`,
      birth_date: '1971-03-09',
      token_name: `laptop of ${mark}`,
      recipient: `Recipient ${mark}`,
      answer: `my very own answer ${mark}`,
      readme: `readme-words-${mark}`,
      log: `log-words-${mark}`,
    };
    const { email, display_name, birth_date, bio } = words;
    const made = await callApi<{ data: { account: { id: string }; token: string } }>(url, 'POST', '/accounts', {
      json: { handle, display_name, email, birth_date, password: PASSWORD },
    });
    expect(made.status).toBe(201);
    const { account, token } = made.body.data;
    const as = new Participant(url, token, stack.credentials.program_id);
    const keyed = { headers: { 'idempotency-key': randomUUID() } };
    expect((await as.call('PATCH', '/accounts/me', { json: { bio }, ...keyed })).status).toBe(200);
    expect((await as.call('POST', '/accounts/tokens', { json: { name: words.token_name } })).status).toBe(201);
    await openSession(url, email);
    return { id: account.id, as, token, email, handle, words };
  }

  const setState = (slug: string, state: string) =>
    stack.query(
      'submission',
      `UPDATE projects SET state = $2, shipped_at = CASE $2 WHEN 'shipped' THEN now() END WHERE slug = $1`,
      [slug, state],
    );

  /** With a README, logs and an image, and with what a project in this state has. */
  async function projectIn(person: Person, state: ProjectState): Promise<string> {
    const { as, words } = person;
    const slug = await as.createReadyProject(`${LONG_README}\n${words.readme}\n`);
    await as.appendLog(slug, `Title ${words.log}`, words.log, [await drawImage({ color: '#00ff00' })]);
    if (state === 'interviewing') {
      await setState(slug, 'recommended');
      const party = await InterviewParty.begin(url, as, slug);
      expect((await party.answer(words.answer)).status).toBe(200);
      return slug;
    }
    await setState(slug, state === 'shipment_submitted' ? 'approved_to_ship' : state);
    if (state === 'shipment_submitted') {
      const json = { recipient_name: words.recipient, recipient_phone: '+1 555 0100', recipient_address: 'A street' };
      expect((await as.call('POST', `/projects/${slug}/shipment`, { json })).status).toBe(200);
    }
    return slug;
  }

  async function projectsInEveryState(person: Person): Promise<Map<ProjectState, string>> {
    const slugs = new Map<ProjectState, string>();
    for (const state of PROJECT_STATES.filter((each) => each !== 'review_pending'))
      slugs.set(state, await projectIn(person, state));
    return slugs;
  }

  const deletes = (person: Person, projects: string, headers: Record<string, string> = {}) =>
    callApi<Deleted>(url, 'DELETE', '/accounts/me', {
      token: person.token,
      json: { projects, current_password: PASSWORD },
      headers,
    });

  const runAtOnce = (person: Person) =>
    stack.query('submission', 'UPDATE account_deletions SET next_run_at = now() WHERE account_id = $1', [person.id]);

  const finished = (person: Person) =>
    waitUntil(
      () => stack.query('submission', 'SELECT finished_at FROM account_deletions WHERE account_id = $1', [person.id]),
      ([row]) => row !== undefined && row.finished_at !== null,
      { giveUpAfterMs: 90_000 },
    );

  /** The databases of the service, Redis with its jobs, and each file outside the folder of Postgres. */
  async function placesOf(words: Record<string, string>): Promise<string[]> {
    const places: [string, Buffer][] = [['database', await readDatabase(stack, 'submission')]];
    if (stack.view.redisUrl !== null) {
      const redis = await connectRedis(stack.view.redisUrl, createLogger('test'));
      places.push(['redis', await readRedis(redis)]);
      redis.disconnect();
    }
    for (const entry of readdirSync(stack.dataDir, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(stack.dataDir, file);
      if (!entry.isFile() || name.startsWith('postgres/') || name.startsWith('redis')) continue;
      const contents = readFileOrNull(file);
      if (contents) places.push([name, contents]);
    }
    return places.flatMap(([place, contents]) =>
      Object.entries(words).flatMap(([what, word]) => (holdsText(contents, word) ? [`${what} in ${place}`] : [])),
    );
  }

  /** The worker removes the files of mails a few seconds later. */
  async function expectNothingLeft(words: Record<string, string>): Promise<void> {
    const folder = path.join(stack.dataDir, 'mail');
    const mails = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
        const mail = readFileOrNull(path.join(folder, name));
        return mail !== null && Object.values(words).some((word) => holdsText(mail, word));
      });
    await waitUntil(
      () => Promise.resolve(mails()),
      (names) => names.length === 0,
      { giveUpAfterMs: 60_000 },
    );
    expect(await placesOf(words)).toEqual([]);
  }

  const filesOf = (projectIds: string[]) =>
    readdirSync(stack.dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.includes('/assets/') && projectIds.some((id) => file.includes(id)) && /\.(?:png|jpg)$/.test(file),
    );

  const idsOf = (person: Person, slugs: Iterable<string>) =>
    Promise.all([...slugs].map((slug) => person.as.projectId(slug)));

  const read = (slug: string) => callApi<Failure & { data: ProjectView }>(url, 'GET', `/projects/${slug}`);

  it('erases everything of projects in every state, with a kill -9 of the worker in the middle', async () => {
    const person = await register();
    const slugs = await projectsInEveryState(person);
    const ids = await idsOf(person, slugs.values());
    const kept = { ...person.words, recipient: 'sealed, so it is nowhere to be found' };
    const before = await placesOf(kept);
    for (const what of Object.keys(kept).filter((each) => each !== 'recipient'))
      expect(before).toContain(`${what} in database`);
    expect(filesOf(ids)).toHaveLength(2 * slugs.size);

    // A review runs meanwhile.
    const pending = await person.as.createReadyProject(`${LONG_README}\n${person.words.readme}\n`);
    slugs.set('review_pending', pending);
    ids.push(await person.as.projectId(pending));
    expect((await person.as.call('POST', `/projects/${pending}/review/request`)).status).toBe(202);

    // The worker erases some projects and then waits for this lock.
    const blocker = await stack.connect('submission');
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM logs WHERE project_id = $1 FOR UPDATE', [[...ids].sort()[4]]);
    const answer = await deletes(person, 'delete');
    expect([answer.status, answer.body.data]).toEqual([200, { projects_erased: slugs.size, projects_kept: 0 }]);
    for (const slug of slugs.values()) expect((await read(slug)).body.error).toBe('PROJECT_NOT_FOUND');
    await waitUntil(
      () =>
        stack.query(
          'submission',
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%erase_project%'`,
        ),
      (waiting) => waiting.length > 0,
      { giveUpAfterMs: 30_000 },
    );
    const restarted = stack.processes.submissionWorker.restarted();
    stack.processes.submissionWorker.kill('SIGKILL');
    await blocker.query('COMMIT');
    await blocker.end();
    await restarted;
    // The dead worker's lease ends after 15 seconds.
    await runAtOnce(person);

    await finished(person);
    await expectNothingLeft(person.words);
    expect(filesOf(ids)).toEqual([]);
    for (const slug of slugs.values()) {
      expect((await read(slug)).body.error).toBe('PROJECT_NOT_FOUND');
      const { reviewer } = shippingParties(stack);
      expect((await reviewer.refused('GET', `/admin/projects/${slug}`)).status).toBe(404);
    }
    const audit = await stack.query(
      'submission',
      `SELECT action, actor, actor_id, to_state FROM audit_entries WHERE project_id = ANY ($1::uuid[]) AND to_state = 'erased'`,
      [ids],
    );
    expect(audit).toEqual(
      ids.map(() => ({ action: 'erase', actor: 'owner', actor_id: person.id, to_state: 'erased' })),
    );
  });

  it('keeps public and unlisted projects in every state without a name, and erases private ones', async () => {
    const person = await register();
    const slugs = await projectsInEveryState(person);
    const unlisted = await projectIn(person, 'draft');
    const hidden = await projectIn(person, 'draft');
    await person.as.call('PATCH', `/projects/${unlisted}`, { json: { visibility: 'unlisted' } });
    await person.as.call('PATCH', `/projects/${hidden}`, { json: { visibility: 'private' } });
    const [privateId = ''] = await idsOf(person, [hidden]);
    const states = await stack.query(
      'submission',
      'SELECT slug, state FROM projects WHERE owner_id = $1 AND slug <> $2',
      [person.id, hidden],
    );
    // Responses that are stored for staff name the person too.
    const { admin, reviewer } = shippingParties(stack);
    const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
    const looked = await admin.call('PATCH', `/admin/accounts/${person.id}`, { json: {}, ...keyed() });
    const shown = await reviewer.call('POST', `/admin/projects/${unlisted}/hide`, {
      json: { reason: 'a' },
      ...keyed(),
    });
    expect([looked.status, shown.status]).toEqual([200, 200]);
    await reviewer.call('POST', `/admin/projects/${unlisted}/unhide`, { json: { reason: 'a' }, ...keyed() });
    const answer = await deletes(person, 'anonymise');
    expect([answer.status, answer.body.data]).toEqual([200, { projects_erased: 1, projects_kept: slugs.size + 1 }]);
    await finished(person);

    // The texts of projects stay as they are.
    const { readme, log, ...personal } = person.words;
    await expectNothingLeft(personal);
    for (const slug of [...slugs.values(), unlisted]) {
      const { status, body } = await read(slug);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ creator: { display_name: 'Anonymous', handle: '' } });
      expect(body.data.readme_html).toContain(readme);
      expect(body.data.logs.map(({ text }) => text)).toContain(log);
    }
    expect((await read(hidden)).status).toBe(404);
    expect(filesOf([privateId])).toEqual([]);
    const after = await stack.query('submission', 'SELECT slug, state FROM projects WHERE owner_id = $1', [person.id]);
    const withdrawn = slugs.get('shipment_submitted');
    const expected = states.map(({ slug, state }) => ({
      slug,
      state: slug === withdrawn ? 'approved_to_ship' : state,
    }));
    const bySlug = (rows: Record<string, unknown>[]) =>
      [...rows].sort((a, b) => String(a.slug).localeCompare(String(b.slug)));
    expect(bySlug(after)).toEqual(bySlug(expected));
    const creator = await callApi<Failure>(url, 'GET', `/creators/${person.handle}`);
    expect(creator.body.error).toBe('CREATOR_NOT_FOUND');
    const list = await callApi<{ data: { projects: { creator: unknown }[] } }>(url, 'GET', '/projects?limit=100');
    expect(list.status).toBe(200);
  });

  it('makes tokens and sessions useless, frees the email, and never gives the handle again', async () => {
    const person = await register();
    const session = await openSession(url, person.email);
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = await Promise.all([deletes(person, 'delete', key), deletes(person, 'delete', key)]);
    const answers = [one, two].map(({ status, body }) => [status, body.error ?? null]).sort();
    expect(answers).toEqual([
      [200, null],
      [401, 'AUTH_TOKEN_INVALID'],
    ]);
    expect((await deletes(person, 'delete', key)).body.error).toBe('AUTH_TOKEN_INVALID');
    expect((await person.as.refused('GET', '/accounts/me')).body.error).toBe('AUTH_TOKEN_INVALID');
    expect((await session('GET', '/accounts/me')).status).toBe(401);
    const login = await callApi<Failure>(url, 'POST', '/accounts/login', {
      json: { email: person.email, password: PASSWORD },
    });
    expect(login.body.error).toBe('LOGIN_INVALID');

    const again = (handle: string) =>
      callApi<Failure>(url, 'POST', '/accounts', {
        json: { handle, display_name: 'Again', email: person.email, password: PASSWORD },
      });
    expect((await again(person.handle)).body.error).toBe('HANDLE_TAKEN');
    expect((await again(`x-${randomUUID().slice(0, 8)}`)).status).toBe(201);
  });

  it('needs the password with a token, and with a session that is older than 15 minutes', async () => {
    const person = await register();
    const session = await openSession(url, person.email);
    await stack.query(
      'submission',
      `UPDATE sessions SET authenticated_at = now() - interval '15 minutes' WHERE account_id = $1`,
      [person.id],
    );
    const json = { projects: 'delete' };
    const withToken = (sent: object) =>
      callApi<Failure>(url, 'DELETE', '/accounts/me', { token: person.token, json: sent });
    for (const refused of [await withToken(json), await session('DELETE', '/accounts/me', { json })])
      expect([refused.status, refused.body.error, refused.body.details]).toEqual([
        400,
        'VALIDATION_FAILED',
        { fields: [expect.objectContaining({ field: 'current_password' })] },
      ]);
    const wrong = await withToken({ ...json, current_password: 'a wrong password' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'LOGIN_INVALID']);
    expect((await callApi(url, 'GET', '/accounts/me', { token: person.token })).status).toBe(200);
    const right = await session('DELETE', '/accounts/me', { json: { ...json, current_password: PASSWORD } });
    expect(right.status).toBe(200);
  });

  it('accepts a session with its CSRF token, and nothing without it', async () => {
    const person = await register();
    const session = await openSession(url, person.email);
    const json = { projects: 'delete' };
    expect((await session('DELETE', '/accounts/me', { json, headers: { 'x-csrf-token': '' } })).body.error).toBe(
      'CSRF_INVALID',
    );
    expect((await session('DELETE', '/accounts/me', { json: { projects: 'all' } })).body.error).toBe(
      'VALIDATION_FAILED',
    );
    const answer = await session('DELETE', '/accounts/me', { json });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/=;/);
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
  });

  it('is refused to the last admin, and frees the claims of a reviewer', async () => {
    const { admin, owner, projectIn: someIn } = shippingParties(stack);
    const person = await register();
    const slug = await someIn('recommended', owner);
    const last = await admin.refused('DELETE', '/accounts/me', {
      json: { projects: 'delete', current_password: stack.credentials.staff_logins.admin.password },
    });
    expect([last.status, last.body.error]).toEqual([409, 'STATE_CONFLICT']);
    expect(last.body.message).toContain('Appoint');
    await stack.query('submission', `UPDATE accounts SET roles = '{participant,reviewer,admin}' WHERE id = $1`, [
      person.id,
    ]);
    expect((await person.as.call('POST', `/admin/projects/${slug}/claim`)).status).toBe(200);
    expect((await deletes(person, 'delete')).status).toBe(200);
    const claimed = await stack.query('submission', 'SELECT claimed_by FROM projects WHERE slug = $1', [slug]);
    expect(claimed).toEqual([{ claimed_by: null }]);
    await expectNothingLeft({ handle: person.handle });
  });

  it('leaves nothing of requests that were let in before it', async () => {
    const person = await register();
    const slug = await person.as.createProject();
    await setState(slug, 'approved_to_ship');
    const { as, words } = person;
    const recipient = { recipient_name: words.recipient, recipient_phone: '1234567', recipient_address: 'A street' };
    const program = stack.credentials.program_id;
    const writes = (at: number): Promise<ApiAnswer<Failure>>[] => [
      as.refused('PATCH', '/accounts/me', { json: { bio: words.bio } }),
      as.refused('POST', '/projects', {
        json: { program_id: program, slug: `${slug}-${at}`.slice(-32), name: words.readme },
      }),
      as.refused('POST', '/accounts/tokens', { json: { name: words.token_name } }),
      as.refused('POST', `/projects/${slug}/shipment`, { json: recipient }),
      as.refused('PATCH', `/projects/${slug}`, {
        json: { tagline: words.readme },
        headers: { 'idempotency-key': randomUUID() },
      }),
      callApi(url, 'POST', '/accounts/login', { json: { email: person.email, password: PASSWORD } }),
    ];
    const before = Array.from({ length: 5 }, (_, at) => writes(at)).flat();
    const deletion = deletes(person, 'delete');
    const after = Array.from({ length: 5 }, (_, at) => writes(at + 5)).flat();
    expect((await deletion).status).toBe(200);
    const answers = await Promise.all([...before, ...after]);
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    await finished(person);
    await expectNothingLeft(words);
    const left = await stack.query(
      'submission',
      `SELECT (SELECT count(*) FROM sessions WHERE account_id = $1) + (SELECT count(*) FROM api_tokens WHERE account_id = $1)
         + (SELECT count(*) FROM projects WHERE owner_id = $1) AS rows`,
      [person.id],
    );
    expect(left).toEqual([{ rows: '0' }]);
  });

  it('goes on when the object store works again', async () => {
    const person = await register();
    const slug = await projectIn(person, 'draft');
    const [id = ''] = await idsOf(person, [slug]);
    const [first = ''] = filesOf([id]);
    const file = path.join(stack.dataDir, first);
    // The store cannot delete a folder that is not empty.
    renameSync(file, `${file}.aside`);
    mkdirSync(path.join(file, 'in-the-way'), { recursive: true });
    expect((await deletes(person, 'delete')).status).toBe(200);
    await waitUntil(
      () => stack.query('submission', 'SELECT failed_runs FROM account_deletions WHERE account_id = $1', [person.id]),
      ([row]) => Number(row?.failed_runs) > 0,
      { giveUpAfterMs: 60_000 },
    );
    expect(await stack.query('submission', 'SELECT state FROM projects WHERE id = $1', [id])).toHaveLength(1);
    expect((await read(slug)).status).toBe(404);
    rmSync(file, { recursive: true });
    renameSync(`${file}.aside`, file);
    await runAtOnce(person);
    await finished(person);
    expect(existsSync(file)).toBe(false);
    await expectNothingLeft(person.words);
  });
}
