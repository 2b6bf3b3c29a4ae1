import type { ServerResponse } from 'node:http';
import { CANARY } from './canary';
import { faultOfAnthropicBody, faultOfAnthropicHead } from './fake-anthropic-request';
import type { FakeAnswer, FakeChoice } from './fake-behavior';
import { choicesOf, countTokens, finishOf, PROMPT_TOKENS } from './fake-choices';
import { FakeEvents } from './fake-events';
import type { JsonRecord } from './fake-faults';
import type { FakeProtocol } from './fake-protocol';

const STOP_REASONS: Record<string, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export const ANTHROPIC_PROTOCOL: FakeProtocol<JsonRecord> = {
  version: 'v1',
  headers: {
    'request-id': `req_${CANARY}`,
    'anthropic-organization-id': CANARY,
    'anthropic-ratelimit-requests-limit': CANARY,
    'set-cookie': `session=${CANARY}`,
    server: CANARY,
  },
  faultOfHead: faultOfAnthropicHead,
  faultOfBody: faultOfAnthropicBody,
  isStreamed: ({ stream }) => stream === true,
  error,
  writeWhole,
  writeStream,
};

function error(status: number, message = `Trouble at ${CANARY}`): object {
  return { type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message }, request_id: `req_${CANARY}` };
}

function writeWhole(answer: FakeAnswer, _: JsonRecord, response: ServerResponse): void {
  const choice = onlyChoice(answer);
  const usage = usageOf(answer);
  const content = blocksOf(choice).map(({ start, pieces }) => wholeBlock(start, pieces));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...messageHead(), content, ...endOf(choice), ...(usage && { usage }) }));
}

async function writeStream(answer: FakeAnswer, _: JsonRecord, response: ServerResponse): Promise<void> {
  const manners = answer.stream ?? {};
  const events = new FakeEvents(response, manners, {
    error: { name: 'error', data: error(529) },
    done: { name: 'message_stop', data: '{"type":"message_stop"}' },
  });
  const send = (type: string, data: object) => events.send(JSON.stringify({ type, ...data }), type);
  const choice = onlyChoice(answer);
  const usage = usageOf(answer);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  await send('message_start', {
    message: {
      ...messageHead(),
      content: [],
      stop_reason: null,
      ...(usage && { usage: { ...usage, output_tokens: 1 } }),
    },
  });
  let sent = 0;
  for (const [index, { start, pieces }] of blocksOf(choice).entries()) {
    await send('content_block_start', { index, content_block: start });
    await send('ping', {});
    for (const delta of pieces) {
      if (delta.type === 'text_delta' && manners.breakAfter?.words === sent++)
        return events.breakOff(manners.breakAfter.how);
      await send('content_block_delta', { index, delta });
    }
    await send('content_block_stop', { index });
  }
  if (finishOf(choice) !== null) await send('message_delta', { delta: endOf(choice), ...(usage && { usage }) });
  await events.end();
}

interface Block {
  start: JsonRecord;
  pieces: JsonRecord[];
}

function blocksOf({ reasoning, words, refusal, toolCalls = [] }: FakeChoice): Block[] {
  const text = [...(words ?? []), ...(refusal ?? [])];
  return [
    ...(reasoning ? [thinkingBlock(reasoning)] : []),
    ...(text.length > 0
      ? [{ start: { type: 'text', text: '' }, pieces: text.map((piece) => ({ type: 'text_delta', text: piece })) }]
      : []),
    ...toolCalls.map((call, at) => ({
      start: { type: 'tool_use', id: `toolu_${CANARY}_${at}`, name: call.name, input: {}, caller: { type: 'direct' } },
      pieces: call.arguments.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    })),
  ];
}

function thinkingBlock(reasoning: string[]): Block {
  const pieces = reasoning.map((piece) => ({ type: 'thinking_delta', thinking: piece }));
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    pieces: [...pieces, { type: 'signature_delta', signature: CANARY }],
  };
}

function wholeBlock(start: JsonRecord, pieces: JsonRecord[]): JsonRecord {
  const join = (key: string) =>
    pieces
      .map((piece) => piece[key])
      .filter((each) => typeof each === 'string')
      .join('');
  if (start.type === 'text') return { ...start, text: join('text'), citations: null };
  if (start.type === 'thinking') return { ...start, thinking: join('thinking'), signature: join('signature') };
  const input: unknown = JSON.parse(join('partial_json') || '{}');
  return { ...start, input };
}

function endOf(choice: FakeChoice): JsonRecord {
  const reason = finishOf(choice);
  const stopReason = reason === null ? null : (STOP_REASONS[reason] ?? reason);
  const details =
    stopReason === 'refusal' ? { type: 'refusal', category: null, explanation: `Refused by ${CANARY}` } : null;
  return { stop_reason: stopReason, stop_sequence: null, stop_details: details };
}

const messageHead = () => ({ id: `msg_${CANARY}`, type: 'message', role: 'assistant', model: CANARY, container: null });

const onlyChoice = (answer: FakeAnswer): FakeChoice => choicesOf(answer, 1)[0] ?? {};

function usageOf(answer: FakeAnswer): JsonRecord | null {
  if (answer.usage !== undefined) return answer.usage && { ...answer.usage };
  return {
    input_tokens: PROMPT_TOKENS,
    cache_creation_input_tokens: null,
    cache_read_input_tokens: null,
    output_tokens: countTokens([onlyChoice(answer)]),
    service_tier: CANARY,
  };
}
