import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ChatCompletion, ChatCompletionChunk, ChatCompletionRequest, ChatUsage, FinishReason } from '@shipyard/contracts';

/** What the fake does with one call. */
export type SupplierBehaviour =
  | { kind: 'answer'; after?: Promise<void>; words?: string[]; usage?: ChatUsage | null; finishReason?: FinishReason | null; stream?: StreamManners }
  /** An HTTP failure with a body of the supplier's own. */
  | { kind: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  /** The connection breaks before any answer. */
  | { kind: 'reset' }
  /** The call is taken and never answered. */
  | { kind: 'stall' };

/** How a stream is written, and where it breaks. */
export interface StreamManners {
  lineEnd?: '\n' | '\r\n';
  /** Comment lines between the events, as keep-alives are. */
  comments?: boolean;
  /** Each byte in a write of its own. */
  bytewise?: boolean;
  /** Leaves out `[DONE]`. */
  withoutDone?: boolean;
  /** After so many words: the connection breaks, nothing more comes, or an error event comes inside the 200. */
  breakAfter?: { words: number; how: 'reset' | 'stall' | 'error' | 'end' };
  /** On the last chunk alone (as asked), on every chunk, or never. */
  usageOn?: 'last' | 'every' | 'none';
}

export interface SupplierCall {
  headers: IncomingMessage['headers'];
  body: ChatCompletionRequest & { stream?: boolean; stream_options?: { include_usage?: boolean }; [parameter: string]: unknown };
  /** Settles when the caller closes the connection before the answer is whole. */
  leftEarly: Promise<void>;
}

/** Strings that stand in everything that the fake says of itself: none may ever reach a customer. */
export const CANARY = 'canary-supplier-7f3a';

export interface FakeSupplier {
  /** With `/v1`, as a catalog's base_url. */
  baseUrl: string;
  apiKey: string;
  calls: SupplierCall[];
  /** Scripts the calls to come, in order, in the place of what was scripted before; afterwards the default behaviour is back. */
  script(...behaviours: SupplierBehaviour[]): void;
  close(): Promise<void>;
}

/** An OpenAI-compatible chat supplier on a real port. It refuses a wrong key and a body that OpenAI would refuse. */
export async function startFakeSupplier(options: { byDefault?: SupplierBehaviour } = {}): Promise<FakeSupplier> {
  const apiKey = `sk-${CANARY}`;
  const calls: SupplierCall[] = [];
  const scripted: SupplierBehaviour[] = [];
  const byDefault = options.byDefault ?? { kind: 'answer' };

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('x-request-id', `req_${CANARY}`);
    response.setHeader('openai-organization', CANARY);
    if (request.headers.authorization !== `Bearer ${apiKey}`) return refuse(response, 401, `Incorrect API key for ${CANARY}`);
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return refuse(response, 404, `No route at ${CANARY}`);
    // What a test sends is checked by the line below it, as a real supplier would.
    const body = (await json(request)) as SupplierCall['body'];
    if (typeof body.model !== 'string' || !Array.isArray(body.messages)) return refuse(response, 400, 'model and messages are required');
    const leftEarly = new Promise<void>((resolve) => response.once('close', () => !response.writableFinished && resolve()));
    calls.push({ headers: request.headers, body, leftEarly });
    await behave(scripted.shift() ?? byDefault, body, response);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fake supplier has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    apiKey,
    calls,
    script: (...behaviours) => void scripted.splice(0, scripted.length, ...behaviours),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }));
}

async function behave(behaviour: SupplierBehaviour, body: SupplierCall['body'], response: ServerResponse): Promise<void> {
  switch (behaviour.kind) {
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'stall':
      return;
    case 'status':
      for (const [name, value] of Object.entries(behaviour.headers ?? {})) response.setHeader(name, value);
      response.writeHead(behaviour.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(behaviour.body ?? { error: { message: `Trouble at ${CANARY}`, type: 'server_error', code: null } }));
      return;
    case 'answer':
      await behaviour.after;
      if (body.stream) await writeStream(behaviour, body, response);
      else writeWhole(behaviour, body, response);
  }
}

type Answer = Extract<SupplierBehaviour, { kind: 'answer' }>;

const wordsOf = (answer: Answer) => answer.words ?? ['Hello', ' from', ' afar', '.'];

function usageOf(answer: Answer): ChatUsage {
  const completionTokens = wordsOf(answer).length;
  return answer.usage ?? { prompt_tokens: 11, completion_tokens: completionTokens, total_tokens: 11 + completionTokens };
}

function writeWhole(answer: Answer, body: SupplierCall['body'], response: ServerResponse): void {
  const completion: ChatCompletion & { system_fingerprint: string } = {
    id: `chatcmpl-${CANARY}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: body.model,
    system_fingerprint: CANARY,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: wordsOf(answer).join(''), refusal: null },
        logprobs: null,
        finish_reason: answer.finishReason ?? 'stop',
      },
    ],
    ...(answer.usage !== null && { usage: usageOf(answer) }),
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(completion));
}

async function writeStream(answer: Answer, body: SupplierCall['body'], response: ServerResponse): Promise<void> {
  const manners = answer.stream ?? {};
  const lineEnd = manners.lineEnd ?? '\n';
  const usageOn = answer.usage === null ? 'none' : (manners.usageOn ?? (body.stream_options?.include_usage ? 'last' : 'none'));
  const write = async (text: string) => {
    const pieces = manners.bytewise ? [...Buffer.from(text)].map((byte) => Buffer.from([byte])) : [text];
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve));
  };
  const event = (data: string) => write(`${manners.comments ? `: ${CANARY}${lineEnd}` : ''}data: ${data}${lineEnd}${lineEnd}`);
  const chunk = (choices: ChatCompletionChunk['choices'], usage?: ChatUsage | null) =>
    event(
      JSON.stringify({
        id: `chatcmpl-${CANARY}`,
        object: 'chat.completion.chunk',
        created: 1_700_000_000,
        model: body.model,
        system_fingerprint: CANARY,
        choices,
        ...(usage !== undefined && { usage }),
      }),
    );
  const running = () => (usageOn === 'every' ? usageOf(answer) : undefined);
  const choice = (delta: ChatCompletionChunk['choices'][number]['delta'], finishReason: FinishReason | null = null) => [
    { index: 0, delta, logprobs: null, finish_reason: finishReason },
  ];

  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await chunk(choice({ role: 'assistant', content: '' }), running());
  for (const [position, word] of wordsOf(answer).entries()) {
    if (manners.breakAfter?.words === position) return breakOff(manners.breakAfter.how, response, event);
    await chunk(choice({ content: word }), running());
  }
  if (answer.finishReason !== null) await chunk(choice({}, answer.finishReason ?? 'stop'), running());
  if (usageOn === 'last') await chunk([], usageOf(answer));
  if (!manners.withoutDone) await event('[DONE]');
  response.end();
}

async function breakOff(how: 'reset' | 'stall' | 'error' | 'end', response: ServerResponse, event: (data: string) => Promise<void>): Promise<void> {
  if (how === 'stall') return;
  if (how === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (how === 'error') await event(JSON.stringify({ error: { message: `Trouble at ${CANARY}`, type: 'server_error', code: 'boom' } }));
  response.end();
}
