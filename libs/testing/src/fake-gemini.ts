import type { ServerResponse } from 'node:http';
import { CANARY } from './canary';
import type { FakeAnswer, FakeChoice } from './fake-behavior';
import { choicesOf, countTokens, finishOf, PROMPT_TOKENS } from './fake-choices';
import { FakeEvents } from './fake-events';
import { isRecord, type JsonRecord } from './fake-faults';
import { faultOfGeminiBody, faultOfGeminiHead } from './fake-gemini-request';
import type { FakeProtocol } from './fake-protocol';

const FINISH_REASONS: Record<string, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
};

const STATUSES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

export const GEMINI_PROTOCOL: FakeProtocol<JsonRecord> = {
  version: 'v1beta',
  headers: {
    'x-gemini-service-tier': CANARY,
    'server-timing': CANARY,
    'alt-svc': CANARY,
    'set-cookie': `session=${CANARY}`,
    server: CANARY,
  },
  faultOfHead: faultOfGeminiHead,
  faultOfBody: faultOfGeminiBody,
  isStreamed: (_, { url = '' }) => url.includes(':streamGenerateContent'),
  error,
  writeWhole,
  writeStream,
};

function error(status: number, message = `Trouble at ${CANARY}`): object {
  const reason = message.startsWith('API key not valid') ? 'API_KEY_INVALID' : CANARY;
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: CANARY }];
  return { error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL', details } };
}

function writeWhole(answer: FakeAnswer, body: JsonRecord, response: ServerResponse): void {
  const choices = choicesOf(answer, countOf(body));
  const usageMetadata = usageOf(answer, choices);
  const candidates = choices.map((choice, index) => candidateOf(index, partsOf(choice, true), choice));
  response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify({ candidates, ...(usageMetadata && { usageMetadata }), ...SIGNATURE }));
}

async function writeStream(answer: FakeAnswer, body: JsonRecord, response: ServerResponse): Promise<void> {
  const manners = answer.stream ?? {};
  const events = new FakeEvents(response, { lineEnd: '\r\n', ...manners }, { error: { data: error(503) } });
  const choices = choicesOf(answer, countOf(body));
  const usageMetadata = usageOf(answer, choices);
  const send = (candidate: object) =>
    events.send(JSON.stringify({ candidates: [candidate], ...(usageMetadata && { usageMetadata }), ...SIGNATURE }));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sent = 0;
  for (const [index, choice] of choices.entries()) {
    for (const part of partsOf(choice, false)) {
      if (isWord(part) && manners.breakAfter?.words === sent++) return events.breakOff(manners.breakAfter.how);
      await send(candidateOf(index, [part]));
    }
    if (finishOf(choice) !== null) await send(candidateOf(index, [{ text: '', thoughtSignature: CANARY }], choice));
  }
  await events.end();
}

const SIGNATURE = { modelVersion: CANARY, responseId: CANARY };

function candidateOf(index: number, parts: JsonRecord[], choice?: FakeChoice): object {
  const reason = choice && finishOf(choice);
  return {
    content: { role: 'model', parts },
    index,
    safetyRatings: [{ category: CANARY, probability: 'NEGLIGIBLE' }],
    ...(typeof reason === 'string' && { finishReason: FINISH_REASONS[reason] ?? reason, finishMessage: CANARY }),
  };
}

function partsOf({ words, refusal, reasoning, toolCalls = [] }: FakeChoice, isWhole: boolean): JsonRecord[] {
  const inParts = (pieces: string[]) => (isWhole && pieces.length > 0 ? [pieces.join('')] : pieces);
  return [
    ...inParts(reasoning ?? []).map((text) => ({ text, thought: true })),
    ...inParts([...(words ?? []), ...(refusal ?? [])]).map((text) => ({ text })),
    ...toolCalls.map(({ id, name, arguments: pieces }, at) => {
      const args: unknown = JSON.parse(pieces.join('') || '{}');
      return {
        functionCall: { ...(id !== undefined && { id: `${id}-${CANARY}` }), name, args },
        ...(at === 0 && { thoughtSignature: CANARY }),
      };
    }),
  ];
}

const isWord = (part: JsonRecord) => part.text !== undefined && part.thought !== true;

function countOf({ generationConfig: config }: JsonRecord): number {
  return isRecord(config) && typeof config.candidateCount === 'number' ? config.candidateCount : 1;
}

function usageOf(answer: FakeAnswer, choices: FakeChoice[]): object | null {
  if (answer.usage !== undefined) return answer.usage;
  const candidatesTokenCount = countTokens(choices);
  return {
    promptTokenCount: PROMPT_TOKENS,
    candidatesTokenCount,
    totalTokenCount: PROMPT_TOKENS + candidatesTokenCount,
    serviceTier: CANARY,
  };
}
