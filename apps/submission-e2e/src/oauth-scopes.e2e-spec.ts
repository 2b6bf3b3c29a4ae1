import { randomUUID } from 'node:crypto';
import { type ApiCall, callApi, drawImage, sharedStack } from '@shipyard/testing';
import type { Newcomer } from './newcomer';
import { OauthClient } from './oauth-client';
import { oauthParty } from './oauth-party';
import type { Failure } from './participant';
import type { StudioVisitor } from './studio-visitor';

const TOLD = [
  ...['created_at', 'id', 'page_url', 'properties_updated_at', 'readme_updated_at'],
  ...['shipped_at', 'slug', 'state', 'updated_at', 'url'],
];
const LACKS_PUBLISH = [403, 'FORBIDDEN', 'Bearer error="insufficient_scope", scope="projects:publish"'];

describe('a token of an app', () => {
  const stack = sharedStack();
  const { site, apiUrl, newcomer } = oauthParty(stack);
  const { program_id: programId } = stack.credentials;
  let visitor: StudioVisitor;
  let person: Newcomer;
  let client: OauthClient;

  beforeAll(async () => {
    ({ visitor, person } = await newcomer());
    client = await OauthClient.register(site);
  });

  const tokenWith = async (scope: string) => (await client.connect(visitor, { scope })).accessToken;
  const send = <Data = Record<string, unknown>>(method: string, path: string, call: ApiCall) =>
    callApi<Failure & { data: Data }>(apiUrl, method, path, call);
  const textOf = (parts: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.set(name, part);
    return form;
  };

  describe('that may write and not read', () => {
    const secret = `secret-${randomUUID().slice(0, 8)}`;
    let slug: string;
    let projectId: string;
    let token: string;

    beforeAll(async () => {
      slug = `s-${randomUUID().slice(0, 12)}`;
      const texts = { name: secret, tagline: secret, tags: [secret], demo_urls: [`https://${secret}.example`] };
      const json = { program_id: programId, slug, visibility: 'private', ...texts };
      const created = await send<{ project: { id: string } }>('POST', '/projects', { token: person.token, json });
      expect(created.status).toBe(201);
      projectId = created.body.data.project.id;
      const sync = {
        project_id: projectId,
        readme_markdown: secret,
        new_logs: [{ sequence: 1, title: secret, content_md: secret }],
      };
      expect((await send('POST', '/projects/sync', { token: person.token, json: sync })).status).toBe(200);
      token = await tokenWith('projects:write reviews:request');
    });

    it.each<{ write: string; status: number; call: () => [string, string, ApiCall] }>([
      { write: 'an update', status: 200, call: () => ['PATCH', `/projects/${slug}`, { json: { color: 'red' } }] },
      {
        write: 'a sync of nothing',
        status: 200,
        call: () => ['POST', '/projects/sync', { json: { project_id: projectId } }],
      },
      {
        write: 'a log',
        status: 201,
        call: () => ['POST', `/projects/${slug}/logs`, { form: textOf({ title: 'a', text: 'b' }) }],
      },
    ])('learns ids, state and times from $write', async ({ call, status }) => {
      const [method, path, sent] = call();
      const answer = await send<{ project: object }>(method, path, { ...sent, token });
      expect(answer.status).toBe(status);
      expect(Object.keys(answer.body.data.project).sort()).toEqual(TOLD);
      expect(answer.text).not.toContain(secret);
    });

    it('learns nothing that is stored from any other write', async () => {
      const image = new Blob([Uint8Array.from(await drawImage())]);
      const answers = [
        await send('POST', `/projects/${slug}/readme/preview`, { token, json: { markdown: 'a' } }),
        await send('POST', '/assets/upload', { token, form: textOf({ project_id: projectId, file: image }) }),
        await send('POST', `/projects/${slug}/review/request`, { token }),
        await send('PUT', `/projects/${slug}/readme`, { token, form: textOf({ readme: 'a' }) }),
      ];
      for (const { text } of answers) expect(text).not.toContain(secret);
      expect(answers.map(({ status }) => status)).toEqual([200, 201, expect.any(Number), 200]);
    });

    it('learns as little from the stored answer to a token that may read', async () => {
      const call = { json: { color: 'blue' }, headers: { 'idempotency-key': randomUUID() } };
      const first = await send('PATCH', `/projects/${slug}`, { ...call, token: person.token });
      expect(first.text).toContain(secret);
      const replayed = await send<{ project: object }>('PATCH', `/projects/${slug}`, { ...call, token });
      expect(replayed.headers.get('idempotency-replayed')).toBe('true');
      expect(Object.keys(replayed.body.data.project).sort()).toEqual(TOLD);
    });
  });

  describe('that may write and not publish', () => {
    const create = (token: string, visibility?: string) =>
      send<{ project: { id: string; visibility: string } }>('POST', '/projects', {
        token,
        json: { program_id: programId, slug: `s-${randomUUID().slice(0, 12)}`, name: 'Boat', visibility },
      });
    const outcome = ({ status, body, headers }: Awaited<ReturnType<typeof send>>) => [
      status,
      body.error,
      headers.get('www-authenticate'),
    ];
    let token: string;
    beforeAll(async () => {
      token = await tokenWith('projects:read projects:write');
    });

    it.each(['public', 'unlisted'])('creates no %s project', async (visibility) => {
      expect(outcome(await create(token, visibility))).toEqual(LACKS_PUBLISH);
    });

    it('creates private projects, if it names no visibility too', async () => {
      for (const visibility of [undefined, 'private']) {
        const { status, body } = await create(token, visibility);
        expect([status, body.data.project.visibility]).toEqual([201, 'private']);
      }
    });

    it.each<{ way: string; change: (slug: string, id: string, visibility: string) => [string, string, object] }>([
      { way: 'an update', change: (slug, _, visibility) => ['PATCH', `/projects/${slug}`, { visibility }] },
      {
        way: 'a sync',
        change: (_, project_id, visibility) => ['POST', '/projects/sync', { project_id, config: { visibility } }],
      },
    ])('makes a project less visible by $way, and never more', async ({ change }) => {
      const slug = `s-${randomUUID().slice(0, 12)}`;
      const json = { program_id: programId, slug, name: 'Boat' };
      const { body } = await send<{ project: { id: string } }>('POST', '/projects', { token: person.token, json });
      const statuses = async (bearer: string, visibilities: string[]) => {
        const answers: unknown[] = [];
        for (const visibility of visibilities) {
          const [method, path, changed] = change(slug, body.data.project.id, visibility);
          answers.push((await send(method, path, { token: bearer, json: changed })).status);
        }
        return answers;
      };
      expect(await statuses(token, ['public', 'unlisted', 'public', 'unlisted', 'private', 'unlisted'])).toEqual([
        200, 200, 403, 200, 200, 403,
      ]);
      expect(await statuses(await tokenWith('projects:write projects:publish'), ['unlisted', 'public'])).toEqual([
        200, 200,
      ]);
    });
  });
});
