import { demandedCall } from './demanded-call';

const tool = (name: string) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: { [name]: { type: 'string' } } } },
});
const custom = { type: 'custom', custom: { name: 'code' } };
const chosen = (name: string) => ({ type: 'function', function: { name } });
const tools = [tool('one'), tool('two'), custom];
const allowed = (mode: string, among: object[]) => ({ type: 'allowed_tools', allowed_tools: { mode, tools: among } });

describe('the call that a request demands', () => {
  it.each<[object, string | undefined]>([
    [{ tools }, undefined],
    [{ tools, tool_choice: 'auto' }, undefined],
    [{ tools, tool_choice: 'none' }, undefined],
    [{ tool_choice: 'required' }, undefined],
    [{ tools: [{ type: 'function' }, 5], tool_choice: 'required' }, undefined],
    [{ tools, tool_choice: 'required' }, 'one'],
    [{ tools, tool_choice: chosen('two') }, 'two'],
    [{ tools, tool_choice: chosen('three') }, undefined],
    [{ tools, tool_choice: chosen('code') }, undefined],
    [{ tools, tool_choice: custom }, 'code'],
    [{ tools, tool_choice: allowed('required', [chosen('two')]) }, 'two'],
    [{ tools, tool_choice: allowed('required', [custom]) }, 'code'],
    [{ tools, tool_choice: allowed('auto', [chosen('two')]) }, undefined],
    [{ tools, tool_choice: { type: 'allowed_tools' } }, undefined],
  ])('of a tool: %j', (parameters, name) => {
    const [call] = (demandedCall({ ...parameters })?.toContent('{}').tool_calls ?? []) as {
      type: string;
      [kind: string]: unknown;
    }[];
    expect(call && (call[call.type] as { name: string }).name).toBe(name);
  });

  it('is made with the arguments of its kind', () => {
    expect(demandedCall({ tools, tool_choice: chosen('one') })).toMatchObject({
      schema: tool('one').function.parameters,
      finishReason: 'tool_calls',
    });
    expect(demandedCall({ tools, tool_choice: custom })).toMatchObject({
      schema: undefined,
      finishReason: 'tool_calls',
    });
    expect(demandedCall({ tools, tool_choice: custom })?.toContent('1 + 1').tool_calls).toMatchObject([
      { type: 'custom', custom: { input: '1 + 1' } },
    ]);
  });

  it('has the same id for the same turn, and another id for another turn', () => {
    const idAt = (turn: number) =>
      demandedCall({ messages: Array(turn).fill({}), tools, tool_choice: 'required' })?.toContent('{}').tool_calls;
    expect(idAt(1)).toEqual(idAt(1));
    expect(idAt(3)).not.toEqual(idAt(1));
  });

  it('of a function, as it was before there were tools', () => {
    const functions = [{ name: 'f' }, { name: 'g', parameters: { type: 'object' } }];
    expect(demandedCall({ functions, function_call: 'auto' })).toBeUndefined();
    expect(demandedCall({ functions, function_call: { name: 'h' } })).toBeUndefined();
    const call = demandedCall({ functions, function_call: { name: 'g' } });
    expect([call?.finishReason, call?.toContent('{}')]).toEqual([
      'function_call',
      { function_call: { name: 'g', arguments: '{}' } },
    ]);
  });
});
