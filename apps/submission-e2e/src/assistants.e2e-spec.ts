import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { drawImage, sharedStack } from '@shipyard/testing';
import { recordOf } from './assistant-record';
import {
  callTool,
  connectTo,
  marked,
  type RecordedCall,
  runSession,
  sendPicture,
  SESSION,
  type SessionWorld,
} from './assistant-session';
import { type Newcomer, register } from './newcomer';
import { Participant } from './participant';
import { sendTogether } from './send-together';

const TOOLS = [
  'list_programs',
  'get_program_docs',
  'create_project',
  'check_project',
  'diff_project',
  'get_project_status',
  'read_readme',
  'read_log',
  'update_readme',
  'append_log',
  'create_upload',
  'upload_image',
  'sync_project',
  'request_review',
  'get_review',
];

describe('/mcp, for assistants on the web', () => {
  const stack = sharedStack();
  const { submission_url: api, program_id: programId } = stack.credentials;
  const site = stack.submissionUrl;
  let owner: Newcomer;
  let client: Client;
  let world: SessionWorld;
  let calls: RecordedCall[];

  beforeAll(async () => {
    owner = await register(api);
    client = await connectTo(site, owner.token);
    world = {
      transport: 'http',
      programId,
      slug: `a-${randomUUID().slice(0, 12)}`,
      fileId: '',
      upload: { id: '', url: '' },
    };
    calls = await runSession(client, world);
  });

  afterAll(() => client.close());

  it('offers each tool of the contract, with annotations and schemas, and the session calls all of them', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    expect(new Set(SESSION.map(({ tool }) => tool))).toEqual(new Set(TOOLS));
    for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
      expect(title).toMatch(/^[A-Z]/);
      expect(description?.length).toBeGreaterThan(40);
      expect(Object.keys(annotations ?? {}).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object' });
    }
    const names = tools.flatMap(({ name, annotations }) => (annotations?.readOnlyHint ? [name] : []));
    expect(names).toEqual(TOOLS.filter((name) => /^(?:list|get|check|diff|read)_/.test(name)));
    // An assistant keeps the list in its memory for the whole conversation.
    expect(Buffer.byteLength(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools } }))).toBeLessThanOrEqual(16_000);
  });

  it('answers the session as its snapshot says', () => expect(recordOf(calls, world, site)).toMatchSnapshot());

  it('tells what the person should do, and has no tool for interviews, shipping or tokens', async () => {
    const { data } = await callTool(client, 'get_project_status', { slug: world.slug });
    expect(data.studio_url).toContain(`/studio/projects/${world.slug}`);
    expect(data.next_steps).toEqual([expect.stringMatching(/get_review|interview|review/)]);
  });

  it('lists the projects of the person with their states, and reads the texts of one', async () => {
    const listed = await callTool(client, 'get_project_status');
    expect(listed.data.projects).toEqual([
      expect.objectContaining({ slug: world.slug, name: marked('Balcony garden'), log_count: 2, missing: [] }),
    ]);
    expect(listed.text).toContain(world.slug);
    const { data } = await callTool(client, 'get_project_status', { slug: world.slug, with_texts: true });
    expect(data).toMatchObject({
      readme: { markdown: expect.stringMatching(/^untrusted.*five pots/s) as string },
      logs: [{ sequence: 2, markdown: expect.stringContaining('A sixth pot') as string }, { sequence: 1 }],
    });
  });

  it('lists private and unlisted projects of the person too, and the READMEs that are written', async () => {
    const person = await register(api);
    const assistant = await connectTo(site, person.token);
    const participant = new Participant(api, person.token, programId);
    const slugs: string[] = [];
    for (const visibility of ['public', 'unlisted', 'private']) {
      const slug = await participant.createProject();
      await participant.call('PATCH', `/projects/${slug}`, { json: { visibility } });
      slugs.unshift(slug);
    }
    const [hidden = ''] = slugs;
    await participant.putReadme(hidden, '# Mine\n', {});
    const { text, data } = await callTool(assistant, 'get_project_status');
    expect(data.projects).toMatchObject(
      ['private', 'unlisted', 'public'].map((visibility, index) => ({
        slug: slugs[index],
        visibility,
        has_readme: index === 0,
      })),
    );
    expect(text).toContain(`${hidden} (draft, private)`);
    const { resources } = await assistant.listResources();
    expect(resources.flatMap(({ uri }) => (uri.endsWith('/readme') ? [uri] : []))).toEqual([
      `shipyard://projects/${hidden}/readme`,
    ]);
    await assistant.close();
  });

  it('adds a log once when equal calls come at once', async () => {
    const person = await register(api);
    const assistant = await connectTo(site, person.token);
    const slug = await new Participant(api, person.token, programId).createProject();
    const log = { slug, title: 'First light', content_md: 'It works.' };
    // Each write has claimed its Idempotency-Key, so each call has read the logs before.
    const arrived = () =>
      stack.query('submission', 'SELECT FROM idempotency_keys WHERE owner_id = $1 AND answer IS NULL', [person.id]);
    const answers = await sendTogether(
      stack,
      { lock: 'SELECT FROM projects WHERE slug = $1 FOR UPDATE', values: [slug], arrived },
      Array.from({ length: 3 }, () => () => callTool(assistant, 'append_log', log)),
    );
    for (const { isError, data } of answers)
      expect([isError, data]).toMatchObject([false, { log: { sequence: 1, title: marked('First light') } }]);
    expect(answers.filter(({ text }) => text.includes('Log 1 is published'))).toHaveLength(1);
    const { data } = await callTool(assistant, 'get_project_status', { slug });
    expect(data).toMatchObject({ next_sequence: 2, project: { log_count: 1 } });
    await assistant.close();
  });

  it('leads an assistant with images to a sync, step by step', async () => {
    const slug = await new Participant(api, owner.token, programId).createProject();
    const log = (image: string) => [{ sequence: 1, title: 'A photo', content_md: `![The pots](${image})` }];
    const texts = (image: string) => ({ slug, markdown: `# Pots\n\n![The pots](${image})\n`, logs: log(image) });
    const sync = (args: object) => callTool(client, 'sync_project', args);
    const refused = [
      await sync({ ...texts('pots.png'), images: [{ path: 'pots.png' }] }),
      await sync(texts('pots.png')),
      await sync({ slug, logs: log('pots.png') }),
    ];
    for (const { isError, text } of refused)
      expect([isError, text]).toEqual([true, expect.stringMatching(/call upload_image/i)]);
    expect(refused[1]?.text).toContain('pots.png');
    const { data: upload } = await callTool(client, 'create_upload', { slug });
    const url = String(upload.upload_url);
    const args = { slug, upload_id: upload.upload_id };
    const early = await callTool(client, 'upload_image', args);
    expect([early.isError, early.text]).toEqual([true, expect.stringContaining('No image was sent') as string]);
    expect(await sendPicture(url, Buffer.from('no image'))).toBe(400);
    expect(await sendPicture(url, await drawImage({ width: 64, height: 48 }))).toBe(201);
    expect(await sendPicture(url, await drawImage({ width: 8, height: 8 }))).toBe(410);
    const { data: image } = await callTool(client, 'upload_image', args);
    const { isError, data: sent } = await sync(texts(String(image.file_id)));
    expect([isError, sent]).toMatchObject([
      false,
      { readme_updated: true, logs_added: [{ sequence: 1 }], project: { header_image: image.file_id } },
    ]);
  });

  it('gives README, logs and documents as resources, listed and by template', async () => {
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining([
        `shipyard://projects/${world.slug}/readme`,
        `shipyard://projects/${world.slug}/logs/1`,
        `shipyard://projects/${world.slug}/logs/2`,
      ]),
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'shipyard://projects/{slug}/readme',
      'shipyard://projects/{slug}/logs/{sequence}',
      'shipyard://programs/{program_id}/docs/{doc_id}',
    ]);
    for (const uri of uris) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([
        { uri, mimeType: 'text/markdown', text: expect.stringContaining('untrusted') as string },
      ]);
    }
  });

  it('has a prompt for the log of today', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['todays-log']);
    const { messages } = await client.getPrompt({ name: 'todays-log', arguments: { slug: world.slug } });
    expect(JSON.stringify(messages)).toContain(world.slug);
  });
});
