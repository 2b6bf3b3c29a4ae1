import { randomUUID } from 'node:crypto';
import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sharedStack } from '@shipyard/testing';
import { callTool, newClient, runSession } from './assistant-session';
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
    const client = newClient();
    const requestInit = { headers: { authorization: `Bearer ${accessToken}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', site), { requestInit }));
    return { client, accessToken };
  };

  it('finds its way from the 401 to the metadata of the service', async () => {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(await fetch(`${site}/mcp`, { method: 'POST' }));
    expect(scope).toBe('projects:read projects:write reviews:request');
    const metadata: unknown = await (await fetch(`${site}${resourceMetadataUrl?.pathname}`)).json();
    expect(metadata).toMatchObject({ resource: resourceMetadataUrl && `${resourceMetadataUrl.origin}/mcp` });
  });

  it('takes a project from nothing to a requested review with all scopes', async () => {
    const { client } = await open('projects:read projects:write reviews:request');
    await runSession(client, { transport: 'http', programId, slug: `o-${randomUUID().slice(0, 12)}`, fileId: '' });
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
