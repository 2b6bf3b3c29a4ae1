import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { HttpAdapterHost } from '@nestjs/core';
import { LightAbortController } from '@shipyard/platform/cancellation';
import type { Logger } from '@shipyard/platform/logger';
import type { MarkdownRenderer } from '../markdown/markdown-renderer';
import { type AssistantCall, AssistantCalls } from './assistant-calls.service';

/** The service behind the calls: it keeps each request until the test answers it. */
function openService() {
  const api = createServer();
  const kept: ServerResponse[] = [];
  api.on('request', (_, response) => kept.push(response));
  const errors = jest.fn();
  const calls = new AssistantCalls(
    { SUBMISSION_PUBLIC_URL: 'https://build.example', SUBMISSION_PORT: 1 },
    { httpAdapter: { getHttpServer: () => api } } as unknown as HttpAdapterHost,
    {} as MarkdownRenderer,
    { error: errors } as unknown as Logger,
  );
  const arrivals = async (count: number) => {
    while (kept.length < count) await once(api, 'request');
    // Whatever else may begin has begun after these turns.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    return kept.length;
  };
  const answer = (response: ServerResponse | undefined) =>
    response?.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"data":{"programs":[]}}');
  return { calls, kept, arrivals, answer, errors };
}

const listPrograms = (accountId: string, signal = new LightAbortController()): AssistantCall => ({
  caller: { accountId, scopes: null },
  token: 'pst_a',
  protocolVersion: undefined,
  message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_programs', arguments: {} } },
  requestId: 'r',
  remoteAddress: undefined,
  forwardedFor: undefined,
  signal,
});

describe('the calls of assistants', () => {
  it('are at most four of an account at once, and no account waits for another', async () => {
    const { calls, kept, arrivals, answer } = openService();
    const all = Array.from({ length: 6 }, () => calls.answer(listPrograms('ada')));
    expect(await arrivals(4)).toBe(4);
    const other = calls.answer(listPrograms('bo'));
    expect(await arrivals(5)).toBe(5);
    answer(kept[0]);
    expect(await arrivals(6)).toBe(6);
    answer(kept[1]);
    await arrivals(7);
    kept.slice(2).forEach(answer);
    expect((await Promise.all([...all, other])).map(({ status }) => status)).toEqual(Array(7).fill(200));
  });

  it('end with the connection that they are for, waiting ones too, and that is no fault', async () => {
    const { calls, kept, arrivals, answer, errors } = openService();
    const connection = new LightAbortController();
    const left = Array.from({ length: 6 }, () => calls.answer(listPrograms('ada', connection)));
    await arrivals(4);
    const closed = kept.map((response) => once(response, 'close'));
    connection.abort(new Error('The client has left'));
    await Promise.all([...left, ...closed]);
    expect(kept).toHaveLength(4);
    expect(errors).not.toHaveBeenCalled();
    const next = calls.answer(listPrograms('ada'));
    await arrivals(5);
    answer(kept[4]);
    expect((await next).status).toBe(200);
  });
});
