import type { ServerResponse } from 'node:http';
import type { FakeAnswer, FakeChoice, FakeToolCall, StreamManners } from './fake-behaviour';
import type { FakeRequestBody } from './fake-request';
import { CANARY } from './canary';

type Delta = Record<string, unknown>;

const WORDS = ['Hello', ' from', ' afar', '.'];

/** What a supplier says of itself besides the answer. */
const SIGNATURE = { system_fingerprint: CANARY, provider: CANARY, request_id: CANARY };

export const fakeError = (code: string | null = 'boom') => ({ error: { message: `Trouble at ${CANARY}`, type: 'server_error', param: null, code }, request_id: CANARY });

/** Writes a whole answer. */
export function writeWhole(answer: FakeAnswer, body: FakeRequestBody, response: ServerResponse): void {
  const choices = choicesOf(answer, body).map((choice, index) => ({
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

/** Writes a streamed answer, in its manners, to where it breaks. */
export async function writeStream(answer: FakeAnswer, body: FakeRequestBody, response: ServerResponse): Promise<void> {
  const manners = answer.stream ?? {};
  const events = new FakeEvents(response, manners);
  const usage = usageOf(answer, body);
  const usageOn = usage === null ? 'none' : (manners.usageOn ?? (body.stream_options?.include_usage ? 'last' : 'none'));
  const head = manners.withoutIds ? { object: 'chat.completion.chunk' } : { ...headOf('chat.completion.chunk', body), ...SIGNATURE };
  const chunk = (choices: object[], more: object = {}) =>
    events.send(JSON.stringify({ ...head, choices, ...(usageOn === 'every' && { usage }), ...more }));

  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (manners.emptyChoices) await chunk([]);
  let sent = 0;
  for (const [index, choice] of choicesOf(answer, body).entries()) {
    for (const { delta, word } of deltasOf(choice, manners)) {
      if (word !== undefined && manners.breakAfter?.words === sent++) return events.breakOff(manners.breakAfter.how);
      const logprobs = choice.logprobs && word !== undefined ? { content: [toLogprob(word)], provider: CANARY } : null;
      await chunk([{ index, delta, logprobs, finish_reason: null }]);
    }
    const reason = finishOf(choice);
    if (reason === null) continue;
    await chunk([{ index, delta: {}, finish_reason: reason, ...(usageOn === 'choice' && { usage }) }], usageOn === 'finish' ? { usage } : {});
  }
  if (usageOn === 'last') await chunk([], { usage });
  if (manners.emptyChoices) await chunk([]);
  await events.end();
}

/** The events of one stream, as its manners write them. */
class FakeEvents {
  constructor(
    private readonly response: ServerResponse,
    private readonly manners: StreamManners,
  ) {}

  async send(data: string): Promise<void> {
    const { comments, lineEnd = '\n' } = this.manners;
    const before = comments ? `: ${CANARY}${lineEnd}${lineEnd}data: : ${CANARY}${lineEnd}${lineEnd}` : '';
    await this.write(`${before}data: ${data}${lineEnd}${lineEnd}`);
  }

  async end(): Promise<void> {
    if (!this.manners.withoutDone) await this.send('[DONE]');
    this.response.end();
  }

  async breakOff(how: NonNullable<StreamManners['breakAfter']>['how']): Promise<void> {
    if (how === 'stall') return;
    if (how === 'reset') {
      this.response.socket?.resetAndDestroy();
      return;
    }
    if (how === 'error') await this.send(JSON.stringify(fakeError()));
    if (how === 'garbage') await this.send(`<html>${CANARY}`);
    if (how === 'done') await this.send('[DONE]');
    this.response.end();
  }

  private async write(text: string): Promise<void> {
    const pieces = this.manners.bytewise ? [...Buffer.from(text)].map((byte) => Buffer.of(byte)) : [text];
    for (const piece of pieces) await new Promise((resolve) => this.response.write(piece, resolve));
  }
}

function* deltasOf(choice: FakeChoice, manners: StreamManners): Generator<{ delta: Delta; word?: string }> {
  yield { delta: { role: 'assistant', content: choice.words ? '' : null, provider: CANARY } };
  for (const piece of choice.reasoning ?? []) yield { delta: { reasoning_content: piece } };
  for (const word of choice.words ?? []) yield { delta: { content: word }, word };
  for (const piece of choice.refusal ?? []) yield { delta: { refusal: piece } };
  for (const call of callPieces(choice.toolCalls ?? [], manners.toolIndexes ?? 'proper')) yield { delta: { tool_calls: [call] } };
}

/** The pieces of calls: in turns where something tells them apart, else one call after the other. */
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
  return { ...(id !== undefined && { id }), type: 'function', function: { name, arguments: pieces.join('') }, provider: CANARY };
}

function choicesOf(answer: FakeAnswer, { n }: FakeRequestBody): FakeChoice[] {
  const { words, finishReason } = answer;
  return answer.choices ?? Array.from({ length: n ?? 1 }, () => ({ words: words ?? WORDS, finishReason }));
}

function finishOf({ finishReason, toolCalls }: FakeChoice): string | null {
  return finishReason === undefined ? (toolCalls ? 'tool_calls' : 'stop') : finishReason;
}

function usageOf(answer: FakeAnswer, body: FakeRequestBody): object | null {
  if (answer.usage !== undefined) return answer.usage;
  const completionTokens = choicesOf(answer, body).reduce((sum, { words }) => sum + (words?.length ?? 1), 0);
  return { prompt_tokens: 11, completion_tokens: completionTokens, total_tokens: 11 + completionTokens };
}

const headOf = (object: string, { model }: FakeRequestBody) => ({ id: `chatcmpl-${CANARY}`, object, created: 1_700_000_000, model });

function toLogprob(word: string): object {
  const token = { token: word, logprob: -0.25, bytes: [...Buffer.from(word)] };
  return { ...token, top_logprobs: [token] };
}
