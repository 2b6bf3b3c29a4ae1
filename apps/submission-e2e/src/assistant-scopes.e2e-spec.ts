import { randomUUID } from 'node:crypto';
import { extractWWWAuthenticateParams, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sharedStack } from '@shipyard/testing';
import { callTool, connectTo, newClient, runSession } from './assistant-session';
import { ConsentingPerson } from './consenting-person';
import { OauthClient } from './oauth-client';
import { StudioVisitor } from './studio-visitor';

describe('an assistant that a person connected by OAuth', () => {
  const stack = sharedStack();
  const { submission_url: api, program_id: programId } = stack.credentials;
  const site = stack.submissionUrl;
  let visitor: StudioVisitor;
  let app: OauthClient;

  beforeAll(async () => {
    ({ visitor } = await StudioVisitor.newcomer(site, api));
    app = await OauthClient.register(site);
  });

  const open = async (scope: string) => {
    const { accessToken } = await app.connect(visitor, { resource: `${site}/mcp`, scope });
    return { client: await connectTo(site, accessToken), accessToken };
  };

  it('finds its way from the 401 to the metadata of the service', async () => {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(await fetch(`${site}/mcp`, { method: 'POST' }));
    expect(scope).toBe('projects:read projects:write projects:publish reviews:request');
    const metadata: unknown = await (await fetch(`${site}${resourceMetadataUrl?.pathname}`)).json();
    expect(metadata).toMatchObject({ resource: resourceMetadataUrl && `${resourceMetadataUrl.origin}/mcp` });
  });

  describe('with the client of the SDK', () => {
    let person: ConsentingPerson;
    const transport = () => new StreamableHTTPClientTransport(new URL('/mcp', site), { authProvider: person });
    const connect = async () => {
      const client = newClient();
      await client.connect(transport());
      return client;
    };
    const allow = async () => {
      const refused = transport();
      await expect(newClient().connect(refused)).rejects.toBeInstanceOf(UnauthorizedError);
      await refused.finishAuth(person.answer.get('code') ?? '');
    };

    beforeEach(() => {
      person = new ConsentingPerson(visitor);
    });

    it('registers, sends the person to the page, redeems the code, and calls', async () => {
      await allow();
      const [asked] = person.asked;
      expect([asked?.origin, asked?.pathname]).toEqual([site, '/oauth/authorize']);
      expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
        code_challenge_method: 'S256',
        resource: `${site}/mcp`,
        scope: 'projects:read projects:write projects:publish reviews:request',
        state: person.state(),
      });
      expect(Object.fromEntries(person.answer)).toMatchObject({ state: person.state(), iss: site });
      const client = await connect();
      expect((await callTool(client, 'list_programs')).isError).toBe(false);
      await client.close();
      expect(person.asked).toHaveLength(1);
    });

    it('renews a token that expired without asking, and asks again once the connection is revoked', async () => {
      await allow();
      const client = await connect();
      const first = person.tokens()?.access_token;
      const { client_id: clientId } = person.clientInformation() ?? {};
      await stack.query('submission', 'UPDATE api_tokens SET expires_at = now() WHERE client_id = $1', [clientId]);
      expect((await callTool(client, 'list_programs')).isError).toBe(false);
      expect(person.tokens()?.access_token).not.toBe(first);
      expect(person.asked).toHaveLength(1);
      await stack.query('submission', 'UPDATE api_tokens SET revoked_at = now() WHERE client_id = $1', [clientId]);
      await expect(callTool(client, 'list_programs')).rejects.toBeInstanceOf(UnauthorizedError);
      expect(person.asked).toHaveLength(2);
      await client.close();
    });
  });

  it('takes a project from nothing to a requested review with all scopes', async () => {
    const { client } = await open('projects:read projects:write projects:publish reviews:request');
    const slug = `o-${randomUUID().slice(0, 12)}`;
    await runSession(client, { transport: 'http', programId, slug, fileId: '', upload: { id: '', url: '' } });
    await client.close();
  });

  it('reads and does not write with the scope to read, and learns which scope is missing', async () => {
    const { client, accessToken } = await open('projects:read');
    expect((await callTool(client, 'list_programs')).isError).toBe(false);
    const response = await fetch(`${site}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'append_log', arguments: { slug: 'abc', title: 'a', content_md: 'a' } },
      }),
    });
    expect(response.status).toBe(403);
    expect(extractWWWAuthenticateParams(response)).toMatchObject({
      error: 'insufficient_scope',
      scope: 'projects:read projects:write',
    });
    await client.close();
  });
});
