import fc from 'fast-check';
import { isIgnorable, withoutIgnored } from './ignored-parameters';

const call = (more: object = {}) => ({ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' }, ...more });
const asked = (more: object = {}) => ({
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'a', ...more }], ...more },
    { role: 'assistant', content: null, tool_calls: [call(more)] },
    { role: 'tool', tool_call_id: 'a', content: 'b' },
  ],
  tools: [{ type: 'function', function: { name: 'f', parameters: { properties: { seed: {} } } }, ...more }],
  ...more,
});

describe('what a route ignores', () => {
  it('is left out wherever it stands, and named once', () => {
    const sent = asked({ seed: 5, cache_control: { type: 'ephemeral' }, logprobs: null });
    const { parameters, ignored } = withoutIgnored(sent, ['cache_control', 'seed', 'logprobs', 'top_k']);
    expect(parameters).toEqual(asked());
    expect([...ignored].sort()).toEqual(['cache_control', 'seed']);
    expect(sent).toEqual(asked({ seed: 5, cache_control: { type: 'ephemeral' }, logprobs: null }));
  });

  it('is nothing without names, and nothing of what a chat is made of', () => {
    const sent = asked();
    expect(withoutIgnored(sent, [])).toEqual({ parameters: sent, ignored: [] });
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 12 }).filter(isIgnorable)), (names) => {
        const kept = names.filter((name) => name !== 'tools');
        expect(withoutIgnored(sent, kept).parameters).toEqual(sent);
      }),
    );
  });

  it.each(['seed', 'cache_control', 'name', 'top_k'])('may be %s', (name) => expect(isIgnorable(name)).toBe(true));

  it.each([
    'messages',
    'n',
    'model',
    'stream',
    'max_tokens',
    'content',
    'type',
    '',
    'a.b',
    '__proto__ ',
    'x'.repeat(65),
  ])('may not be %j', (name) => expect(isIgnorable(name)).toBe(false));
});
