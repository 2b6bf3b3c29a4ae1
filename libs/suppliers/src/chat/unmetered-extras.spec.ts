import fc from 'fast-check';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { demandsOf } from '../contract/chat-parameter-rules';
import type { CacheMark, SupplierAdapter } from '../contract/supplier';
import type { SupplierOptions } from '../contract/supplier-options';
import { unlistedExtra, unmeteredExtras } from './unmetered-extras';

const prompt_cache_breakpoint = { mode: 'explicit' as const };

const MESSAGES: ChatCompletionMessageParam[] = [
  { role: 'system', content: 'a', name: 'b' },
  { role: 'developer', content: [{ type: 'text', text: 'a', prompt_cache_breakpoint }] },
  {
    role: 'user',
    content: [
      { type: 'image_url', image_url: { url: 'https://a.example/b.png', detail: 'high' }, prompt_cache_breakpoint },
      { type: 'input_audio', input_audio: { data: 'a', format: 'mp3' }, prompt_cache_breakpoint },
      { type: 'file', file: { file_data: 'a', file_id: 'b', filename: 'c' }, prompt_cache_breakpoint },
    ],
  },
  {
    role: 'assistant',
    content: null,
    refusal: null,
    name: 'a',
    audio: { id: 'a' },
    function_call: { name: 'f', arguments: '{}' },
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
      { id: 'b', type: 'custom', custom: { name: 'c', input: 'd' } },
    ],
  },
  { role: 'assistant', content: [{ type: 'refusal', refusal: 'a' }] },
  { role: 'tool', tool_call_id: 'a', content: 'b' },
  { role: 'function', name: 'f', content: 'a' },
];
const TOOLS: ChatCompletionTool[] = [
  {
    type: 'function',
    function: { name: 'f', description: 'a', strict: true, parameters: { type: 'object', web_search: true } },
  },
  { type: 'custom', custom: { name: 'c', description: 'a', format: { type: 'text' } } },
];
const CHOICES = [
  'auto',
  'none',
  'required',
  null,
  { type: 'function', function: { name: 'f' } },
  { type: 'custom', custom: { name: 'c' } },
  {
    type: 'allowed_tools',
    allowed_tools: {
      mode: 'auto',
      tools: [
        { type: 'function', function: { name: 'f' } },
        { type: 'custom', custom: { name: 'c' } },
      ],
    },
  },
];
const user = (more: object) => [{ role: 'user', content: 'a', ...more }];
const part = (more: object) => [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', ...more },
    ],
  },
];
const fn = (more: object = {}) => ({ type: 'function', function: { name: 'f' }, ...more });
const refused = (parameters: object, options: SupplierOptions = {}) =>
  unlistedExtra(unmeteredExtras(demandsOf({ ...parameters })), options);

describe('what a supplier may bill beside text', () => {
  it.each(CHOICES)('is nothing of what the official client sends, with the choice %j', (choice) => {
    const parameters = {
      messages: MESSAGES,
      tools: TOOLS,
      functions: [{ name: 'f', description: 'a', parameters: {} }],
      tool_choice: choice,
    };
    for (const service_tier of ['auto', 'default', null, undefined])
      expect(
        refused({ ...parameters, service_tier, modalities: ['text'], audio: null, web_search_options: null }),
      ).toBeUndefined();
  });

  it('does not include our own answers', () => {
    const message = {
      role: 'assistant',
      content: 'a',
      refusal: null,
      annotations: [{ type: 'url_citation', url_citation: { url: 'a' } }],
      reasoning_content: 'b',
      tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }],
    };
    expect(refused({ messages: [message] })).toBeUndefined();
  });

  it.each<[string, object]>([
    ['service_tier', { service_tier: 'priority' }],
    ['service_tier', { service_tier: 'flex' }],
    ['service_tier', { service_tier: ['auto'] }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['modalities', { modalities: ['image'] }],
    ['modalities', { modalities: 'audio' }],
    ['audio', { audio: { voice: 'alloy', format: 'mp3' } }],
    ['web_search_options', { web_search_options: {} }],
    ['web_search_options', { web_search_options: false }],
    ['messages[0].cache_control', { messages: user({ cache_control: { type: 'ephemeral' } }) }],
    ['messages[0].content[1].cache_control', { messages: part({ cache_control: {} }) }],
    [
      'messages[0].content[1].image_url.enable_search',
      { messages: part({ image_url: { url: 'a', enable_search: true } }) },
    ],
    ['messages[0].content[1].file.plugins', { messages: part({ file: { plugins: [] } }) }],
    ['messages[0].content[1].input_audio.x', { messages: part({ input_audio: { x: 1 } }) }],
    ['messages[0].function_call.x', { messages: user({ function_call: { x: 1 } }) }],
    ['messages[0].tool_calls[0].web_search', { messages: user({ tool_calls: [fn({ web_search: {} })] }) }],
    ['messages[0].tool_calls[0].function.x', { messages: user({ tool_calls: [{ function: { x: 1 } }] }) }],
    [
      'messages[0].__proto__',
      { messages: [JSON.parse('{"role":"user","content":"a","__proto__":{"a":1}}') as object] },
    ],
    ['tools[1].web_search', { tools: [fn(), fn({ web_search: { enable: true } })] }],
    ['tools[0].function.web_search', { tools: [fn({ function: { name: 'f', web_search: {} } })] }],
    ['tools[0].custom.x', { tools: [{ type: 'custom', custom: { name: 'c', x: 1 } }] }],
    ['functions[0].googleSearch', { functions: [{ name: 'f', googleSearch: {} }] }],
    ['tool_choice.x', { tool_choice: { type: 'function', function: { name: 'f' }, x: 1 } }],
    ['tool_choice.function.x', { tool_choice: { type: 'function', function: { name: 'f', x: 1 } } }],
    ['tool_choice.allowed_tools.x', { tool_choice: { type: 'allowed_tools', allowed_tools: { x: 1 } } }],
  ])('is %s of %j, unless extra_parameters lists the name', (field, parameters) => {
    const name = field.replace(/^.*\./, '');
    expect(refused(parameters)).toBe(field);
    expect(refused(parameters, { extra_parameters: ['other'], extra_tools: [name] })).toBe(field);
    expect(refused(parameters, { extra_parameters: ['other', name] })).toBeUndefined();
  });

  it.each<[string, string, object]>([
    ['tools[1].type', 'web_search', { tools: [fn(), { type: 'web_search', web_search: { enable: true } }] }],
    ['tools[0].type', 'builtin_function', { tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] }],
    ['tools[0].type', 'FUNCTION', { tools: [{ type: 'FUNCTION', function: { name: 'f' } }] }],
    [
      'messages[0].tool_calls[0].type',
      'builtin_function',
      { messages: user({ tool_calls: [{ id: 'a', type: 'builtin_function' }] }) },
    ],
    ['tool_choice.type', 'web_search_preview', { tool_choice: { type: 'web_search_preview' } }],
    [
      'tool_choice.allowed_tools.tools[0].type',
      'mcp',
      { tool_choice: { type: 'allowed_tools', allowed_tools: { tools: [{ type: 'mcp' }] } } },
    ],
  ])('is %s, a tool of the type %s, unless extra_tools lists it', (field, type, parameters) => {
    expect(refused(parameters)).toBe(field);
    expect(refused(parameters, { extra_tools: ['other'], extra_parameters: [type] })).toBe(field);
    expect(refused(parameters, { extra_tools: ['other', type] })).toBeUndefined();
  });

  it('is found beside any number of listed names, and a flood of names is never let through', () => {
    const listed = Array.from({ length: 100 }, (_, at) => `own_${at}`);
    const names = fc.uniqueArray(fc.constantFrom(...listed), { maxLength: 100 });
    fc.assert(
      fc.property(
        names,
        fc.nat(100),
        fc
          .string({ minLength: 1 })
          .filter((name) => !(name in {}) && !['role', 'content', 'name', 'audio', 'refusal'].includes(name)),
        (own, at, name) => {
          const keys = [...own.slice(0, at), name, ...own.slice(at)];
          const message = Object.fromEntries(keys.map((key) => [key, 1]));
          const options = { extra_parameters: listed };
          expect(refused({ messages: [{ role: 'user', content: 'a', ...message }] }, options)).toBe(
            listed.includes(name) ? undefined : `messages[0].${name}`,
          );
        },
      ),
    );
    const flood = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`own_${at}`, 1]));
    expect(refused({ messages: user(flood) }, { extra_parameters: listed })).toBe('messages[0].own_100');
  });
});

describe('a mark for the cache', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const long = { cache_control: { type: 'ephemeral', ttl: '1h' } };
  const takes = (taken: (mark: CacheMark) => boolean) => ({ takesCacheMark: taken });
  const refusedBy = (parameters: object, supplier: SupplierAdapter) =>
    unlistedExtra(unmeteredExtras({ ...parameters }), {}, supplier);

  it('is taken at parts and tools by a supplier that takes it', () => {
    const all = takes(() => true);
    for (const parameters of [{ messages: part(mark) }, { messages: part(long) }, { tools: [fn(mark)] }])
      expect([refusedBy(parameters, all), refused(parameters) !== undefined]).toEqual([undefined, true]);
  });

  it('is asked for with its place and its lifetime, each kind of it', () => {
    const short = takes(({ lifetime }) => lifetime === '5m');
    const parts = takes(({ place }) => place === 'part');
    const parameters = { messages: [...part(mark), ...part(long)], tools: [fn(mark)] };
    expect(refusedBy(parameters, short)).toBe('messages[1].content[1].cache_control');
    expect(refusedBy(parameters, parts)).toBe('tools[0].cache_control');
  });

  it('is an extra at other places and in other forms', () => {
    const all = takes(() => true);
    expect(refusedBy({ messages: user(mark) }, all)).toBe('messages[0].cache_control');
    expect(refusedBy({ messages: [...part(mark), ...user(mark)] }, all)).toBe('messages[1].cache_control');
    expect(refusedBy({ messages: part({ cache_control: { type: 'disk' } }) }, all)).toBe(
      'messages[0].content[1].cache_control',
    );
  });
});
