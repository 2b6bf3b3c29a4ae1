import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { type Failure, Participant } from './participant';

const STATES = [
  'draft',
  'review_pending',
  'recommended',
  'changes_requested',
  'interviewing',
  'approved_to_ship',
  'shipment_submitted',
  'shipped',
  'rejected',
];

describe('the conventions of the interface', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const { token } = credentials.participant;
  const owner = new Participant(url, token, credentials.program_id);
  const other = new Participant(url, credentials.other_participant.token, credentials.program_id);

  it('accept a token in either header, and in both if they agree', async () => {
    const sent: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { 'x-api-key': token },
      { authorization: `Bearer ${token}`, 'x-api-key': token },
    ];
    for (const headers of sent) {
      expect((await callApi(url, 'PATCH', '/accounts/me', { headers, json: {} })).status).toBe(200);
    }
  });

  it.each([
    ['DELETE', '/programs', 'GET, HEAD'],
    ['GET', '/projects/sync/readme/preview', 'POST'],
    ['POST', '/projects/nobody/readme', 'GET, HEAD, PUT'],
    ['PATCH', '/openapi.json', 'GET, HEAD'],
    ['PUT', '/projects/sync', 'POST'],
  ])('answer %s %s with the methods that the URL takes', async (method, path, allow) => {
    const { status, headers, body } = await callApi<Failure>(url, method, path, { token, headers: { accept: 'a/b' } });
    expect([status, headers.get('allow'), body.error]).toEqual([405, allow, 'METHOD_NOT_ALLOWED']);
    expect((await callApi(url, method, `${path}/nothing/at/all`, { token })).status).toBe(404);
  });

  it('accept a token nowhere else', async () => {
    const rows: [string, Record<string, string>, object][] = [
      [`?token=${token}&access_token=${token}&api_key=${token}`, {}, {}],
      ['', { cookie: `token=${token}; shipyard_session=${token}; X-API-KEY=${token}` }, {}],
      ['', {}, { token, api_key: token, authorization: `Bearer ${token}` }],
    ];
    for (const [query, headers, json] of rows) {
      expect((await callApi<Failure>(url, 'PATCH', `/accounts/me${query}`, { headers, json })).body.error).toBe(
        'AUTH_TOKEN_MISSING',
      );
    }
    const basic = Buffer.from(`${token}:`).toString('base64');
    expect(
      (await callApi<Failure>(url, 'PATCH', '/accounts/me', { headers: { authorization: `Basic ${basic}` }, json: {} }))
        .body.error,
    ).toBe('AUTH_TOKEN_INVALID');
  });

  it('return ids of UUID version 7 and times in UTC with milliseconds', async () => {
    const slug = await owner.createProject();
    await owner.putReadme(slug, '![a](a.png)', { 'a.png': await drawImage() });
    await owner.appendLog(slug, 'A', 'a', [await drawImage()]);
    const texts = [
      `/projects/${slug}`,
      `/projects/${slug}/readme`,
      `/projects/${slug}/logs`,
      `/projects/${slug}/status`,
      '/accounts/me',
      '/accounts/tokens',
      `/creators/${credentials.participant.handle}`,
    ];
    for (const path of texts) {
      const { text } = await owner.call('GET', path);
      for (const [, value] of text.matchAll(/"\w+_at":"([^"]*)"/g))
        expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      for (const [, value] of text.matchAll(/"id":"([^"]*)"/g))
        expect(value).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it.each(STATES)('let README and logs be written in the state %s', async (state) => {
    const slug = await owner.createProject();
    await stack.query(
      'submission',
      `UPDATE projects SET state = $2, shipped_at = CASE WHEN $2 = 'shipped' THEN now() END WHERE slug = $1`,
      [slug, state],
    );
    expect((await owner.putReadme(slug, '# A')).body.data.project.state).toBe(state);
    const appended = await owner.appendLog(slug, 'A', 'a');
    expect([appended.status, appended.body.data.project.state, appended.body.data.project.shipped]).toEqual([
      201,
      state,
      state === 'shipped',
    ]);
    expect(
      (await owner.sync({ project_id: await owner.projectId(slug), readme_markdown: '# B', config: { name: 'B' } }))
        .body.data.project.state,
    ).toBe(state);
  });

  it('give an image in two projects an id in each', async () => {
    const image = await drawImage({ color: '#777777' });
    const upload = async (participant: Participant) =>
      (await participant.uploadAsset(await participant.projectId(await participant.createProject()), image)).body.data
        .file_id;
    expect(new Set([await upload(owner), await upload(owner), await upload(other)]).size).toBe(3);
  });
});
