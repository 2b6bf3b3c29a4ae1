import type { FakeSupplier } from '@shipyard/testing';
import { readDemands, unsupportedDemand } from '../chat/chat-demands';
import { CHAT_PARAMETER_RULES } from '../contract/chat-parameter-rules';
import type { SupplierAdapter, SupplierChunk, SupplierCompletion } from '../contract/supplier';
import { calledIn, FORMAT, join, QUESTION, TWO_CALLS, WEATHER } from './chat-samples';

export type ImageUrls = 'sent' | 'fetched' | 'refused';

interface AbilitySubject {
  fake: () => FakeSupplier<unknown>;
  whole: (parameters?: object) => Promise<SupplierCompletion>;
  streamed: (parameters?: object) => Promise<SupplierChunk[]>;
  /** Returns the field that the supplier says it does not support, or undefined. */
  lacks: (parameters: object) => string | undefined;
  imageUrls: ImageUrls;
}

export function unsupportedBy(supplier: SupplierAdapter, parameters: object): string | undefined {
  return unsupportedDemand(readDemands({ messages: [QUESTION], ...parameters }), supplier, {});
}

const PNG_BASE64 = 'iVBORw0KGgo=';
const IMAGE_BYTES = seeing({ url: `data:image/png;base64,${PNG_BASE64}` });
const IMAGE_ADDRESS = seeing({ url: 'https://pictures.example/a.png' });
const PDF_BASE64 = Buffer.from('%PDF-1.7 a').toString('base64');
const RULES = Object.entries(CHAT_PARAMETER_RULES);
const NEUTRAL = RULES.flatMap(([name, { neutral = [] }]) => neutral.map((value): [string, unknown] => [name, value]));
const HINT_VALUES: Record<string, unknown> = { metadata: { order: '7' } };
const HINTS = RULES.filter(([, { hint }]) => hint).map(([name]): [string, unknown] => [
  name,
  HINT_VALUES[name] ?? 'a7',
]);
const TOOLS = { tools: [WEATHER] };
const SCHEMA = { response_format: FORMAT };

/** Tests what not every vendor has. Where the supplier refuses an ability, the refusal must name the right field. */
export function describeAbilities({ fake, whole, streamed, lacks, imageUrls }: AbilitySubject): void {
  const lastBody = () => JSON.stringify(fake().calls.at(-1)?.body);

  it('refuses nothing that a chat of text needs, and no parameter that is null', () => {
    const absent = { tools: null, tool_choice: null, response_format: null, reasoning_effort: null };
    expect([lacks({}), lacks(absent), lacks({ messages: [userSaying({ type: 'text', text: 'Hello' })] })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('calls two tools at once, whole and in a stream, or refuses tools', async () => {
    const refused = lacks(TOOLS);
    if (refused !== undefined) return expect(refused).toMatch(/^tools(?:\[0\]|$)/);
    const expected = [
      { type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
      { type: 'function', function: { name: 'weather', arguments: '{"city":"Bern"}' } },
    ];
    fake().script({ kind: 'answer', choices: [TWO_CALLS] }, { kind: 'answer', choices: [TWO_CALLS] });
    const [choice] = (await whole(TOOLS)).choices;
    expect(lastBody()).toContain(WEATHER.function.description);
    expect(choice).toMatchObject({ content: { content: 'I look.', tool_calls: expected }, finishReason: 'tool_calls' });
    const { content, finishReasons } = join(await streamed(TOOLS));
    expect([content.content, finishReasons]).toEqual(['I look.', ['tool_calls']]);
    expect(content.tool_calls).toMatchObject(expected);
    for (const calls of [calledIn(choice?.content ?? {}), calledIn(content)]) {
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
      for (const { id } of calls) expect(id).toMatch(/^call_\w{1,35}$/);
    }
  });

  it('takes the results of tools back, or refuses messages with calls and results', async () => {
    if (lacks(TOOLS) !== undefined) {
      const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{}' } };
      const calling = { role: 'assistant', content: null, tool_calls: [call] };
      const result = { role: 'tool', tool_call_id: 'call_1', content: 'Sunny.' };
      expect(lacks({ messages: [QUESTION, calling, result] })).toMatch(/^messages\[1\]/);
      return expect(lacks({ messages: [QUESTION, result] })).toMatch(/^messages\[1\]/);
    }
    fake().script({ kind: 'answer', choices: [{ toolCalls: TWO_CALLS.toolCalls }] });
    const [choice] = (await whole(TOOLS)).choices;
    const results = calledIn(choice?.content ?? {})
      .map(({ id }, at) => ({ role: 'tool', tool_call_id: id, content: `result ${at}` }))
      .reverse();
    const messages = [
      QUESTION,
      { ...choice?.content, refusal: null },
      ...results,
      { role: 'user', content: 'And now?' },
    ];
    expect((await whole({ messages, ...TOOLS })).choices[0]?.finishReason).toBe('stop');
    expect(lastBody()).toContain('result 0');
    expect(lastBody()).toContain('result 1');
    // Some callers send no tools once they have the results.
    await whole({ messages });
  });

  it('is told which tools it may call, or refuses the choice', async () => {
    for (const tool_choice of ['none', 'auto', 'required', { type: 'function', function: { name: 'weather' } }]) {
      const refused = lacks({ ...TOOLS, tool_choice });
      if (refused === undefined) await whole({ ...TOOLS, tool_choice });
      else expect(refused).toMatch(/^tool/);
    }
    const inTurn = { ...TOOLS, parallel_tool_calls: false };
    const refused = lacks(inTurn);
    if (refused === undefined) await whole(inTurn);
    else expect(refused).toMatch(/^(?:tools|parallel_tool_calls)/);
  });

  it('answers in the form of a schema, or refuses response_format', async () => {
    const refused = lacks(SCHEMA);
    if (refused !== undefined) return expect(refused).toBe('response_format');
    fake().script({ kind: 'answer', words: ['{"sunny"', ':true}'] });
    const [choice] = (await whole(SCHEMA)).choices;
    expect(JSON.parse(choice?.content.content as string)).toEqual({ sunny: true });
    expect(lastBody()).toContain('"sunny":{"type":"boolean"}');
  });

  it('sees images, by their bytes and, where it fetches them, by their URL, or refuses the part of the message', async () => {
    const refused = lacks(IMAGE_BYTES);
    if (refused !== undefined) {
      expect(refused).toMatch(/^messages\[0\]\.content\[1\]/);
      expect(lacks(IMAGE_ADDRESS)).toMatch(/^messages\[0\]\.content\[1\]/);
      return expect(imageUrls).toBe('refused');
    }
    await whole(IMAGE_BYTES);
    expect(lastBody()).toContain(PNG_BASE64);
    expect(lacks(IMAGE_ADDRESS)).toBe(imageUrls === 'refused' ? 'messages[0].content[1].image_url.url' : undefined);
    if (imageUrls !== 'sent') return;
    await whole(IMAGE_ADDRESS);
    expect(lastBody()).toContain('https://pictures.example/a.png');
  });

  it('reads a PDF, by a data URL or by its bare bytes, or refuses the part of the message', async () => {
    const refused = lacks(fileOf(`data:application/pdf;base64,${PDF_BASE64}`));
    if (refused !== undefined) return expect(refused).toMatch(/^messages\[0\]\.content\[1\]/);
    await whole(fileOf(`data:application/pdf;base64,${PDF_BASE64}`));
    expect(lastBody()).toContain(PDF_BASE64);
    expect(lastBody()).toContain('terms.pdf');
    expect(lacks(fileOf(PDF_BASE64))).toBeUndefined();
    await whole(fileOf(PDF_BASE64));
  });

  it('marks what the supplier shall keep in its cache, or refuses the mark by its place', async () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const long = { cache_control: { type: 'ephemeral', ttl: '1h' } };
    const rules = { role: 'system', content: [{ type: 'text', text: 'Be brief.', ...long }] };
    const messages = [rules, userSaying({ type: 'text', text: 'Hello', ...mark })];
    const refused = lacks({ messages });
    if (refused !== undefined) return expect(refused).toBe('messages[0].content[0].cache_control');
    await whole({ messages });
    expect(lastBody().match(/"cache_control":\{"type":"ephemeral"(,"ttl":"1h")?\}/g)).toHaveLength(2);
  });

  it.each<[string, object]>([
    [
      'messages[0].cache_control',
      { messages: [{ role: 'user', content: 'Hi', cache_control: { type: 'ephemeral' } }] },
    ],
    [
      'messages[0].content[0].cache_control',
      { messages: [userSaying({ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral', ttl: '1y' } })] },
    ],
  ])('refuses a mark of an unknown place or form: %s', (field, parameters) => {
    expect(lacks(parameters)).toBe(field);
  });

  it.each(NEUTRAL)('takes %s: %j, which means the same as leaving it out', async (name, value) => {
    expect(lacks({ [name]: value })).toBeUndefined();
    await whole({ [name]: value });
  });

  it.each(HINTS)('takes the hint %s, and sends it on if it has a place for it', async (name, value) => {
    expect(lacks({ [name]: value })).toBeUndefined();
    await whole({ [name]: value });
  });

  it('takes the hint image_url.detail wherever it takes images', async () => {
    const detailed = (detail?: string) =>
      seeing({ url: `data:image/png;base64,${PNG_BASE64}`, ...(detail !== undefined && { detail }) });
    expect(lacks(detailed('low'))).toBe(lacks(detailed()));
    if (lacks(detailed()) === undefined) await whole(detailed('high'));
  });

  it('thinks aloud, unless it refuses reasoning_effort', async () => {
    const choices = [{ reasoning: ['Clouds', '?'], words: ['Sunny.'] }];
    fake().script({ kind: 'answer', choices }, { kind: 'answer', choices });
    const answered = (await whole()).choices[0]?.content;
    const { content } = join(await streamed());
    expect([answered?.content, content.content]).toEqual(['Sunny.', 'Sunny.']);
    const refused = lacks({ reasoning_effort: 'low' });
    expect([undefined, 'reasoning_effort']).toContain(refused);
    // A vendor without the parameter may have models that reason unasked.
    const thoughts = refused === undefined ? ['Clouds?'] : ['Clouds?', ''];
    expect(thoughts).toContain(answered?.reasoning_content ?? '');
    expect(content.reasoning_content).toBe(answered?.reasoning_content ?? '');
  });
}

function seeing(image: object): { messages: object[] } {
  return { messages: [userSaying({ type: 'text', text: 'What is it?' }, { type: 'image_url', image_url: image })] };
}

function fileOf(data: string): { messages: object[] } {
  const file = { filename: 'terms.pdf', file_data: data };
  return { messages: [userSaying({ type: 'text', text: 'What does it say?' }, { type: 'file', file })] };
}

function userSaying(...content: object[]): object {
  return { role: 'user', content };
}
