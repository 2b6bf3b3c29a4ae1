import { CANARY, type FakeChoice } from '@shipyard/testing';
import type { ChatCall, ChatContent, SupplierChunk } from '../contract/supplier';

export const QUESTION = { role: 'user', content: 'How is the weather?' };
export const WEATHER = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'Tells it.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
export const SCHEMA = {
  type: 'object',
  properties: { sunny: { type: 'boolean' } },
  required: ['sunny'],
  additionalProperties: false,
};
export const FORMAT = { type: 'json_schema', json_schema: { name: 'weather', strict: true, schema: SCHEMA } };

export const TWO_CALLS: FakeChoice = {
  words: ['I', ' look.'],
  toolCalls: [
    { id: 'call_1', name: 'weather', arguments: ['{"ci', 'ty":"P', 'aris"}'] },
    { id: 'call_2', name: 'weather', arguments: ['{"city":"Bern"}'] },
  ],
};

interface Called {
  index?: number;
  id?: string;
  type?: string;
  function: { name?: string; arguments: string };
}

export const calledIn = (content: ChatContent) => (content.tool_calls ?? []) as Called[];

export function chatCall(
  apiKey: string,
  parameters: object = {},
  model = 'm',
  signal: AbortSignal = new AbortController().signal,
): ChatCall {
  return {
    upstreamModel: `${model}-${CANARY}`,
    parameters: { messages: [QUESTION], ...parameters },
    maxOutputTokens: 50,
    apiKey,
    signal,
    deadlineAt: Infinity,
  };
}

export function join(chunks: SupplierChunk[]): {
  content: ChatContent;
  finishReasons: string[];
  usage: unknown;
  roles: unknown[];
} {
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const textOf = (key: string) =>
    deltas
      .map((delta) => delta[key])
      .filter((piece) => typeof piece === 'string')
      .join('');
  const calls: Called[] = [];
  for (const { index = -1, id, type, function: called } of deltas.flatMap(calledIn)) {
    const known = (calls[index] ??= { id, type, function: { name: called.name, arguments: '' } });
    known.function.arguments += called.arguments;
  }
  return {
    content: { content: textOf('content'), reasoning_content: textOf('reasoning_content'), tool_calls: calls },
    finishReasons: chunks.flatMap(({ choices }) => choices.flatMap(({ finishReason }) => finishReason ?? [])),
    usage: chunks.findLast(({ usage }) => usage !== null)?.usage ?? null,
    roles: deltas.flatMap(({ role }) => role ?? []),
  };
}

export async function collect(chunks: AsyncIterable<SupplierChunk[]>): Promise<SupplierChunk[]> {
  const all: SupplierChunk[] = [];
  for await (const together of chunks) all.push(...together);
  return all;
}

/** Replaces ids, because ours differ each time. */
export const withoutIds = (chunks: SupplierChunk[]) => JSON.stringify(chunks).replace(/call_\w+/g, 'call');
