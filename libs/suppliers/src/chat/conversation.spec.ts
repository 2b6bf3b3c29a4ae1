import fc from 'fast-check';
import { readConversation, unsupportedField } from './conversation';
import { SupplierError } from '../contract/supplier-error';

const called = (id: string, name = 'f', input = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: input },
});
const PNG = 'data:image/png;base64,aGk=';

describe("OpenAI's messages as a conversation", () => {
  it('collects all instructions, and joins consecutive messages of one side', () => {
    const { system, turns } = readConversation([
      { role: 'system', content: 'a' },
      { role: 'user', content: 'b' },
      { role: 'developer', content: [{ type: 'text', text: 'c' }] },
      { role: 'user', content: [{ type: 'text', text: 'd' }] },
      { role: 'assistant', content: 'e' },
    ]);
    expect(system).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: 'c' },
    ]);
    expect(turns).toEqual([
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'b' },
          { kind: 'text', text: 'd' },
        ],
      },
      { role: 'assistant', parts: [{ kind: 'text', text: 'e' }] },
    ]);
  });

  it('reads of a part only what its type names', () => {
    const everything = {
      text: 'a',
      refusal: 'b',
      image_url: { url: PNG },
      file: { file_data: 'JVBERi0x' },
    };
    const kindsOf = (type: string) =>
      readConversation([{ role: 'user', content: [{ type, ...everything }] }]).turns[0]?.parts.map((part) =>
        part.kind === 'text' ? part.text : part.kind,
      );
    expect(['text', 'refusal', 'image_url', 'file'].map(kindsOf)).toEqual([['a'], ['b'], ['image'], ['file']]);
    const hidden = [
      { type: 'refusal', image_url: { url: PNG } },
      { type: 'text', text: 'c' },
    ];
    expect(readConversation([{ role: 'user', content: hidden }]).turns[0]?.parts).toEqual([
      { kind: 'text', text: 'c' },
    ]);
  });

  it("puts the results of several tools into one turn, before the user's text", () => {
    const { turns } = readConversation([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: [called('1', 'f', '{"a":1}'), called('2', 'g', '')] },
      { role: 'tool', tool_call_id: '2', content: 'two' },
      { role: 'user', content: 'b' },
      { role: 'tool', tool_call_id: '1', content: '' },
    ]);
    expect(turns.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          { kind: 'call', id: '1', name: 'f', input: { a: 1 } },
          { kind: 'call', id: '2', name: 'g', input: {} },
        ],
      },
      {
        role: 'user',
        parts: [
          { kind: 'result', callId: '2', name: 'g', parts: [{ kind: 'text', text: 'two' }] },
          { kind: 'result', callId: '1', name: 'f', parts: [] },
          { kind: 'text', text: 'b' },
        ],
      },
    ]);
  });

  it.each(['[1]', '1', 'no json'])('refuses %j as arguments of a call', (input) => {
    const read = () => readConversation([{ role: 'assistant', tool_calls: [called('1', 'f', input)] }]);
    expect(read).toThrow(expect.objectContaining({ fault: 'refused' }) as Error);
  });

  it('reads images by address and as bytes', () => {
    const part = (url: string) => ({ type: 'image_url', image_url: { url } });
    const { turns } = readConversation([{ role: 'user', content: [part('https://a.example/b.png'), part(PNG)] }]);
    expect(turns[0]?.parts).toEqual([
      { kind: 'image', image: { url: 'https://a.example/b.png' } },
      { kind: 'image', image: { mediaType: 'image/png', data: 'aGk=' } },
    ]);
  });

  it('keeps marks for the cache, those of a result at the result', () => {
    const mark = { type: 'ephemeral' };
    const marked = (text: string) => [
      { type: 'text', text, cache_control: mark },
      { type: 'text', text: 'b' },
    ];
    const { system, turns } = readConversation([
      { role: 'system', content: marked('a') },
      { role: 'user', content: marked('a') },
      { role: 'assistant', tool_calls: [called('1', 'f', '{}')] },
      { role: 'tool', tool_call_id: '1', content: marked('a') },
    ]);
    const parts = [
      { kind: 'text', text: 'a', cacheControl: mark },
      { kind: 'text', text: 'b' },
    ];
    expect(system).toEqual(parts);
    expect(turns[0]?.parts).toEqual(parts);
    expect(turns[2]?.parts).toEqual([expect.objectContaining({ kind: 'result', cacheControl: mark, parts })]);
  });

  it.each<[string, object]>([
    ['content[0].cache_control', { content: [{ type: 'text', text: ' ', cache_control: {} }] }],
    [
      'content[1].cache_control',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', cache_control: {} },
        ],
      },
    ],
    ['cache_control', { content: 'a', cache_control: {} }],
  ])('refuses a mark that would be lost: %s', (field, message) => {
    const messages = [{ role: 'user', ...message }];
    expect(unsupportedField(messages, {})).toBe(`messages[0].${field}`);
    const isSent = field === 'content[1].cache_control';
    expect(unsupportedField(messages, { cacheMarks: true })).toBe(isSent ? undefined : `messages[0].${field}`);
  });

  it('starts with the user, and has no empty turn', () => {
    expect(readConversation([{ role: 'assistant', content: 'a' }]).turns.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
    ]);
    expect(readConversation([{ role: 'system', content: 'a' }])).toEqual({
      system: [],
      turns: [{ role: 'user', parts: [{ kind: 'text', text: 'a' }] }],
    });
  });

  it('alternates for any messages', () => {
    const content = fc.oneof(
      fc.string(),
      fc.constant(null),
      fc.array(fc.record({ type: fc.constant('text'), text: fc.string() }), { maxLength: 2 }),
    );
    const message = fc.oneof(
      fc.record({ role: fc.constantFrom('system', 'developer', 'user', 'assistant'), content }),
      fc.record({
        role: fc.constant('assistant'),
        content,
        tool_calls: fc.array(
          fc.constantFrom('1', '2').map((id) => called(id)),
          { maxLength: 2 },
        ),
      }),
      fc.record({ role: fc.constant('tool'), tool_call_id: fc.constantFrom('1', '2', '3'), content }),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const { turns } = readConversation(messages);
        turns.forEach(({ role, parts }, at) => {
          expect(role).toBe(at % 2 === 0 ? 'user' : 'assistant');
          expect(parts.length).toBeGreaterThan(0);
          const kinds = parts.map(({ kind }) => kind);
          expect(kinds.lastIndexOf('result')).toBe(kinds.filter((kind) => kind === 'result').length - 1);
          for (const part of parts) if (part.kind === 'text') expect(part.text.trim()).not.toBe('');
        });
      }),
    );
  });

  it('throws nothing but a SupplierError for any messages', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (messages) => {
        try {
          readConversation(messages);
        } catch (error) {
          expect(error).toBeInstanceOf(SupplierError);
        }
      }),
    );
  });
});

describe('an unsupported part of a conversation', () => {
  const user = (...content: object[]) => ({ role: 'user', content });
  const image = (url: string) => ({ type: 'image_url', image_url: { url } });

  it.each<[string, object, string | undefined]>([
    ['text', user({ type: 'text', text: 'a' }), undefined],
    ['bytes of an image', user(image(PNG)), undefined],
    ['the address of an image', user(image('https://a.example/b')), 'messages[0].content[0].image_url.url'],
    ['data that is not base64', user(image('data:image/svg+xml,%3Csvg')), 'messages[0].content[0].image_url.url'],
    ['sound', user({ type: 'text', text: 'a' }, { type: 'input_audio' }), 'messages[0].content[1]'],
    ['an image from the assistant', { role: 'assistant', content: [image(PNG)] }, 'messages[0].content[0]'],
    ['a participant', { role: 'user', content: 'a', name: 'b' }, 'messages[0].name'],
    ['the name of a tool', { role: 'tool', content: 'a', name: 'b', tool_call_id: '1' }, undefined],
    ['a function', { role: 'function', name: 'f', content: 'a' }, 'messages[0].role'],
    [
      'a custom tool',
      { role: 'assistant', tool_calls: [called('1'), { type: 'custom' }] },
      'messages[0].tool_calls[1]',
    ],
    ['an old call', { role: 'assistant', function_call: { name: 'f' } }, 'messages[0].function_call'],
  ])('is named: %s', (_, message, field) => {
    expect(unsupportedField([message], {})).toBe(field);
  });

  it('is not an image by URL if the supplier accepts those', () => {
    expect(unsupportedField([user(image('HTTPS://a.example/b'))], { imageUrl: /^https:/i })).toBeUndefined();
    expect(unsupportedField([user(image('file:///etc/passwd'))], { imageUrl: /^https:/i })).toBe(
      'messages[0].content[0].image_url.url',
    );
  });
});
