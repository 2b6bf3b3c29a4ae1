import type { ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { CANARY } from './canary';
import type { FakeAnswer, FakeChoice, FakeToolCall, StreamManners } from './fake-behavior';
import { choicesOf, countTokens, finishOf, PROMPT_TOKENS } from './fake-choices';
import { FakeEvents } from './fake-events';
import type { FakeRequestBody } from './fake-request';

type Delta = Record<string, unknown>;

const SIGNATURE = { system_fingerprint: CANARY, provider: CANARY, request_id: CANARY };

export const fakeError = (code: string | null = 'boom') => ({
  error: { message: `Trouble at ${CANARY}`, type: 'server_error', param: null, code },
  request_id: CANARY,
});

export function writeWhole(answer: FakeAnswer, body: FakeRequestBody, response: ServerResponse): void {
  const choices = choicesOf(answer, body.n ?? 1).map((choice, index) => ({
    index,
    message: {
      role: 'assistant',
      content: choice.words ? choice.words.join('') : null,
      refusal: choice.refusal?.join('') ?? null,
      provider: CANARY,
      ...(choice.reasoning && { reasoning_content: choice.reasoning.join('') }),
      ...(choice.toolCalls && { tool_calls: choice.toolCalls.map(wholeCall) }),
    },
    logprobs: choice.logprobs ? { content: choice.words?.map(toLogprob), provider: CANARY } : null,
    finish_reason: finishOf(choice),
    native_finish_reason: CANARY,
  }));
  const usage = usageOf(answer, body);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...headOf('chat.completion', body), ...SIGNATURE, choices, ...(usage && { usage }) }));
}

export async function writeStream(answer: FakeAnswer, body: FakeRequestBody, response: ServerResponse): Promise<void> {
  const manners = answer.stream ?? {};
  const events = new FakeEvents(response, manners, { error: { data: fakeError() }, done: { data: '[DONE]' } });
  const usage = usageOf(answer, body);
  const usageOn = usage === null ? 'none' : (manners.usageOn ?? (body.stream_options?.include_usage ? 'last' : 'none'));
  const head = manners.withoutIds
    ? { object: 'chat.completion.chunk' }
    : { ...headOf('chat.completion.chunk', body), ...SIGNATURE };
  const chunk = (choices: object[], more: object = {}) =>
    events.send(JSON.stringify({ ...head, choices, ...(usageOn === 'every' && { usage }), ...more }));

  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (manners.emptyChoices) await chunk([]);
  let sent = 0;
  for (const [index, choice] of choicesOf(answer, body.n ?? 1).entries()) {
    for (const { delta, word } of deltasOf(choice, manners)) {
      if (word !== undefined && manners.wordEveryMs !== undefined) await after(manners.wordEveryMs);
      if (word !== undefined && manners.pauseAfter?.words === sent) await manners.pauseAfter.until;
      if (word !== undefined && manners.breakAfter?.words === sent++) return events.breakOff(manners.breakAfter.how);
      const logprobs = choice.logprobs && word !== undefined ? { content: [toLogprob(word)], provider: CANARY } : null;
      await chunk([{ index, delta, logprobs, finish_reason: null }]);
    }
    const reason = finishOf(choice);
    if (reason === null) continue;
    await chunk(
      [{ index, delta: {}, finish_reason: reason, ...(usageOn === 'choice' && { usage }) }],
      usageOn === 'finish' ? { usage } : {},
    );
  }
  if (manners.breakAfterFinish) return events.breakOff(manners.breakAfterFinish);
  if (usageOn === 'last') await chunk([], { usage });
  if (manners.emptyChoices) await chunk([]);
  await events.end();
}

function* deltasOf(choice: FakeChoice, manners: StreamManners): Generator<{ delta: Delta; word?: string }> {
  yield { delta: { role: 'assistant', content: choice.words ? '' : null, provider: CANARY } };
  for (const piece of choice.reasoning ?? []) yield { delta: { reasoning_content: piece } };
  for (const word of choice.words ?? []) yield { delta: { content: word }, word };
  for (const piece of choice.refusal ?? []) yield { delta: { refusal: piece } };
  for (const call of callPieces(choice.toolCalls ?? [], manners.toolIndexes ?? 'proper'))
    yield { delta: { tool_calls: [call] } };
}

function callPieces(calls: FakeToolCall[], indexes: NonNullable<StreamManners['toolIndexes']>): object[] {
  const piecesOf = calls.map(({ id, name, arguments: pieces }, at) => {
    const index = indexes === 'none' ? {} : { index: indexes === 'zero' ? 0 : at };
    const opening = { ...index, ...(id !== undefined && { id }), type: 'function', function: { name, arguments: '' } };
    return [opening, ...pieces.map((piece) => ({ ...index, function: { arguments: piece } }))];
  });
  if (indexes !== 'proper') return piecesOf.flat();
  const longest = Math.max(0, ...piecesOf.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => piecesOf.flatMap((pieces) => pieces[turn] ?? [])).flat();
}

function wholeCall({ id, name, arguments: pieces }: FakeToolCall): object {
  return {
    ...(id !== undefined && { id }),
    type: 'function',
    function: { name, arguments: pieces.join('') },
    provider: CANARY,
  };
}

function usageOf(answer: FakeAnswer, body: FakeRequestBody): object | null {
  if (answer.usage !== undefined) return answer.usage;
  const completionTokens = countTokens(choicesOf(answer, body.n ?? 1));
  return {
    prompt_tokens: PROMPT_TOKENS,
    completion_tokens: completionTokens,
    total_tokens: PROMPT_TOKENS + completionTokens,
  };
}

const headOf = (object: string, { model }: FakeRequestBody) => ({
  id: `chatcmpl-${CANARY}`,
  object,
  created: 1_700_000_000,
  model,
});

function toLogprob(word: string): object {
  const token = { token: word, logprob: -0.25, bytes: [...Buffer.from(word)] };
  return { ...token, top_logprobs: [token] };
}
