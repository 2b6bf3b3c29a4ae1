import { createServer, type Socket } from 'node:net';
import type { ChatCompletion, ChatCompletionChunk, ChatUsage } from '@shipyard/contracts';
import { drawImage } from '@shipyard/testing';
import { DRAWING_MS } from './serve-supplier-terms';

/*
 * A supplier for measurements, for which the fake of libs/testing is too slow. It checks nothing and sends prepared
 * bytes, an image after a delay.
 */

const EMPTY = Buffer.alloc(0);
const CHUNKS = 50;
const USAGE: ChatUsage = { prompt_tokens: 11, completion_tokens: CHUNKS, total_tokens: 11 + CHUNKS };
const SENTENCE = 'It is a fine day for building things, and for telling others how. ';
const identity = { id: 'chatcmpl-bench', created: 1_700_000_000, model: 'bench' };

function answerOf(value: unknown): Buffer {
  const body = JSON.stringify(value);
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function wholeAnswer(): Buffer {
  const message = { role: 'assistant' as const, content: SENTENCE.repeat(6), refusal: null };
  const completion: ChatCompletion = {
    ...identity,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: USAGE,
  };
  return answerOf(completion);
}

async function drawnAnswer(): Promise<Buffer> {
  const image = await drawImage({ width: 64, height: 64 });
  return answerOf({ created: 1_700_000_000, data: [{ b64_json: image.toString('base64') }] });
}

function streamedAnswer(): Buffer[] {
  const chunks = Array.from({ length: CHUNKS }, (_, index): ChatCompletionChunk => {
    const delta = index === 0 ? { role: 'assistant' as const, content: '' } : { content: ' word' };
    const choice = { index: 0, delta, logprobs: null, finish_reason: index === CHUNKS - 1 ? ('stop' as const) : null };
    return { ...identity, object: 'chat.completion.chunk', choices: [choice] };
  });
  const usage: ChatCompletionChunk = { ...identity, object: 'chat.completion.chunk', choices: [], usage: USAGE };
  const events = [...[...chunks, usage].map((chunk) => JSON.stringify(chunk)), '[DONE]'].map(
    (data) => `data: ${data}\n\n`,
  );
  const body = events.map((event) => `${Buffer.byteLength(event).toString(16)}\r\n${event}\r\n`);
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
  return [head, ...body, '0\r\n\r\n'].map((piece) => Buffer.from(piece));
}

const WHOLE = wholeAnswer();
const STREAMED = streamedAnswer();
const DRAWN = drawnAnswer();

function writeStream(socket: Socket, at = 0): void {
  const piece = STREAMED[at];
  if (piece === undefined || socket.destroyed) return;
  socket.write(piece);
  setImmediate(writeStream, socket, at + 1);
}

function serve(socket: Socket): void {
  let pending: Buffer = EMPTY;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece: Buffer) => {
    pending = pending.length === 0 ? piece : Buffer.concat([pending, piece]);
    const headEnd = pending.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(pending.toString('latin1', 0, headEnd))?.[1];
    if (length === undefined)
      return void socket.end('HTTP/1.1 411 Length Required\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    if (pending.length < headEnd + 4 + Number(length)) return;
    if (pending.includes('/images/generations HTTP'))
      setTimeout(() => void DRAWN.then((answer) => socket.write(answer)), DRAWING_MS);
    else if (pending.includes('"stream":true')) writeStream(socket);
    else socket.write(WHOLE);
    pending = EMPTY;
  });
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.once('disconnect', () => process.exit(0));
