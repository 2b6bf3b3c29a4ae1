import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { callApi, drawImage } from '@shipyard/testing';

/** What a scripted assistant knows while it works. */
export interface SessionWorld {
  transport: 'stdio' | 'http';
  programId: string;
  slug: string;
  fileId: string;
  upload: { id: string; url: string };
}

/** As `curl -T` does, without a token. */
export async function sendPicture(url: string, bytes: Buffer): Promise<number> {
  const { origin, pathname, search } = new URL(url);
  return (await callApi(origin, 'PUT', pathname + search, { body: new Uint8Array(bytes) })).status;
}

export interface ScriptedCall {
  /** What the person or the assistant wants. */
  why: string;
  tool: string;
  args: (world: SessionWorld) => Promise<object> | object;
  expected?: object | ((world: SessionWorld) => object);
  keep?: (data: Record<string, unknown>, world: SessionWorld) => void;
}

/** What people wrote, as a result has it. */
export const marked = (text: string): string =>
  expect.stringMatching(new RegExp(`^untrusted [^]*\\n${text}\\n[^]*END DATA`)) as string;

const README = (fileId: string) => `---
tagline: Five pots on one hose
tags: [garden]
---
# Balcony garden

![The five pots](${fileId})

${'It waters five pots from one hose, and it measures how dry the earth is before it opens a valve. '.repeat(8)}
`;

const secondSync = (slug: string) => ({
  slug,
  tagline: 'Six pots on one hose',
  logs: [{ sequence: 2, title: 'A sixth pot', content_md: 'There was room for one more.' }],
});

/** From nothing to a requested review. Both transports run it, and every tool is called. */
export const SESSION: readonly ScriptedCall[] = [
  {
    why: 'Which programs are there?',
    tool: 'list_programs',
    args: () => ({}),
    expected: ({ programId }) => ({
      programs: expect.arrayContaining([expect.objectContaining({ id: programId })]) as object,
    }),
  },
  {
    why: 'What does the program expect?',
    tool: 'get_program_docs',
    args: ({ programId }) => ({ program_id: programId }),
    expected: ({ programId }) => ({ program: { id: programId, open: true } }),
  },
  {
    why: 'The person agreed to the name and the slug.',
    tool: 'create_project',
    args: ({ programId, slug }) => ({ program_id: programId, slug, name: 'Balcony garden' }),
    expected: ({ slug }) => ({ project: { slug, name: marked('Balcony garden'), state: 'draft', log_count: 0 } }),
  },
  {
    why: 'What is missing?',
    tool: 'get_project_status',
    args: ({ slug }) => ({ slug }),
    expected: { state: 'draft', missing: ['readme', 'logs'], review: null },
  },
  {
    why: 'The person has a photo of the pots.',
    tool: 'create_upload',
    args: ({ slug }) => ({ slug }),
    expected: { method: 'PUT', max_bytes: 5 * 1024 * 1024 },
    keep: (data, world) => (world.upload = { id: String(data.upload_id), url: String(data.upload_url) }),
  },
  {
    why: 'Its bytes went to the URL, or are in the folder.',
    tool: 'upload_image',
    args: async ({ slug, transport, upload: { id, url } }) => {
      if (transport === 'stdio') return { slug, path: 'pots.png' };
      await sendPicture(url, await drawImage({ width: 64, height: 48 }));
      return { slug, upload_id: id };
    },
    expected: { content_type: 'image/png', width: 64, height: 48 },
    keep: ({ file_id }, world) => (world.fileId = String(file_id)),
  },
  {
    why: 'Check the texts before they are sent.',
    tool: 'check_project',
    args: ({ transport, fileId }) =>
      transport === 'stdio'
        ? {}
        : { markdown: README(fileId), logs: [{ sequence: 1, title: 'First light', content_md: 'It works.' }] },
    expected: { errors: [] },
  },
  {
    why: 'Publish the README.',
    tool: 'update_readme',
    args: ({ slug, fileId }) => ({ slug, markdown: README(fileId) }),
    expected: { project: { tagline: marked('Five pots on one hose'), tags: [marked('garden')] } },
  },
  {
    why: 'The first log.',
    tool: 'append_log',
    args: ({ slug }) => ({
      slug,
      title: 'First light',
      content_md: 'The first valve **opens**. The second one leaks.',
    }),
    expected: { log: { sequence: 1, title: marked('First light') }, project: { log_count: 1 } },
  },
  {
    why: 'The answer got lost, so the assistant asks again. The log is there once.',
    tool: 'append_log',
    args: ({ slug }) => ({
      slug,
      title: 'First light',
      content_md: 'The first valve **opens**. The second one leaks.',
    }),
    expected: { log: { sequence: 1 }, project: { log_count: 1 } },
  },
  {
    why: 'What does the first log say?',
    tool: 'read_log',
    args: ({ slug }) => ({ slug, sequence: 1 }),
    expected: { log: { sequence: 1, title: marked('First light') } },
  },
  {
    why: 'What does the README say?',
    tool: 'read_readme',
    args: ({ slug }) => ({ slug }),
    expected: ({ slug }) => ({ slug, markdown: expect.stringMatching(/^untrusted [^]*# Balcony garden/) as string }),
  },
  {
    why: 'What would change?',
    tool: 'diff_project',
    args: ({ slug, transport }) => (transport === 'stdio' ? {} : secondSync(slug)),
    expected: { logs: [expect.objectContaining({ sequence: 2, state: 'new' }) as object] },
  },
  {
    why: 'What would be sent?',
    tool: 'sync_project',
    args: ({ slug, transport }) => ({ dry_run: true, ...(transport === 'http' && secondSync(slug)) }),
    expected: { plan: { config: { tagline: marked('Six pots on one hose') }, logs: [2] } },
  },
  {
    why: 'The second log, and a new tagline.',
    tool: 'sync_project',
    args: ({ slug, transport }) => (transport === 'stdio' ? {} : secondSync(slug)),
    expected: { logs_added: [expect.objectContaining({ sequence: 2 }) as object], next_sequence: 3 },
  },
  {
    why: 'The person wants a review.',
    tool: 'request_review',
    args: ({ slug }) => ({ slug }),
    expected: { state: 'review_pending', review: { status: 'queued' } },
  },
  {
    why: 'How far is it?',
    tool: 'get_review',
    args: ({ slug }) => ({ slug }),
    expected: { review: { status: expect.stringMatching(/^(?:queued|running|succeeded)$/) as string } },
  },
];

export interface Called {
  isError: boolean;
  text: string;
  data: Record<string, unknown>;
}

/** The client checks structured results against the schema of the tool, once it has listed the tools. */
export async function callTool(client: Client, name: string, args: object = {}): Promise<Called> {
  const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...args } }));
  return {
    isError: result.isError ?? false,
    text: result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'),
    data: result.structuredContent ?? {},
  };
}

export const newClient = () => new Client({ name: 'scripted-assistant', version: '1.0.0' });

/** An assistant on the web, with the token of its person. */
export async function connectTo(site: string, token: string): Promise<Client> {
  const client = newClient();
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', site), { requestInit }));
  return client;
}

export interface RecordedCall {
  why: string;
  tool: string;
  args: object;
  answer: Called;
}

export async function runSession(client: Client, world: SessionWorld): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  await client.listTools();
  for (const { why, tool, args, expected, keep } of SESSION) {
    const sent = await args(world);
    const answer = await callTool(client, tool, sent);
    expect({ tool, ...answer }).toMatchObject({ tool, isError: false });
    if (expected) expect(answer.data).toMatchObject(typeof expected === 'function' ? expected(world) : expected);
    keep?.(answer.data, world);
    calls.push({ why, tool, args: sent, answer });
  }
  return calls;
}
