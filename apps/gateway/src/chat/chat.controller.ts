import type { ServerResponse } from 'node:http';
import { HttpCode, Inject, Injectable } from '@nestjs/common';
import { ApiAnswers, clientDisconnect } from '@shipyard/http';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import { beginWork, drainEnd } from '@shipyard/platform/in-flight';
import type { Logger } from '@shipyard/platform/logger';
import { LOGGER } from '../config';
import { METERED_CALL_ERRORS, SUPPLIER_CALL_ERRORS } from '../error-tables';
import { type IdempotencyRecorder, IdempotencyService, KEYED_CALL, replayHeaders } from '../idempotency';
import type { Caller } from '../keys';
import { limitErrors } from '../limits';
import { formatCny } from '../money';
import {
  ChatCompletionChunkView,
  ChatCompletionInput,
  ChatCompletionView,
  ChatStreamFailureView,
  EventStream,
  OpenAiRoute,
  toFailureView,
} from '../v1';
import { ChatService } from './chat.service';
import { type ChatRequest, readChatRequest } from './chat-request';

export const CHAT_PATH = '/v1/chat/completions';

@Injectable()
export class ChatController {
  constructor(
    private readonly chat: ChatService,
    private readonly idempotency: IdempotencyService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nest does not route it: the decorators are for the OpenAPI document. */
  @HttpCode(200)
  @OpenAiRoute({ scope: 'text' })
  @ApiAnswers({
    ...KEYED_CALL,
    summary: 'Complete a chat',
    description:
      "Takes OpenAI's parameters. The gateway checks those below and hands the others on. It refuses a parameter that the model does not support. With `stream: true` the answer is server-sent events, which end with `[DONE]`. A stream that breaks ends with an event that has `error`, and without `[DONE]`.",
    inputs: { body: ChatCompletionInput },
    answers: {
      200: {
        description: 'The completion, or the events of a stream.',
        content: {
          'application/json': ChatCompletionView,
          'text/event-stream': [ChatCompletionChunkView, ChatStreamFailureView],
        },
      },
    },
    errors: [...METERED_CALL_ERRORS, limitErrors.too_many_abandoned, ...SUPPLIER_CALL_ERRORS, ...KEYED_CALL.errors],
  })
  async answer(caller: Caller, body: unknown, response: ServerResponse): Promise<void> {
    const chat = readChatRequest(body);
    const disconnect = clientDisconnect(response);
    // If the client disconnects, the process must still wait for the settlement.
    const endWork = beginWork();
    try {
      const replay = await this.idempotency.once(caller, response.req, body, (recorder) =>
        chat.stream
          ? this.stream(caller, chat, response, disconnect, recorder)
          : this.complete(caller, chat, response, disconnect, recorder),
      );
      if (replay === null) return;
      await caller.rates.writeCurrent();
      sendJson(response, replay, replayHeaders);
    } catch (error) {
      if (!response.destroyed) throw error;
    } finally {
      endWork();
    }
  }

  private async complete(
    caller: Caller,
    chat: ChatRequest,
    response: ServerResponse,
    disconnect: AbortSignalLike,
    recorder: IdempotencyRecorder | null,
  ): Promise<void> {
    // With a key the request runs to its end even if the client disconnects, so that a retry finds the answer.
    const { completion, costNano } = await this.chat.complete(caller, chat, recorder ? drainEnd : disconnect, recorder);
    sendJson(response, completion, { 'x-gateway-cost-cny': formatCny(costNano) });
  }

  private async stream(
    caller: Caller,
    chat: ChatRequest,
    response: ServerResponse,
    disconnect: AbortSignalLike,
    recorder: IdempotencyRecorder | null,
  ): Promise<void> {
    const events = new EventStream(response);
    try {
      events.done(
        await this.chat.stream(caller, chat, { signal: disconnect, recorder, send: (chunks) => events.write(chunks) }),
      );
    } catch (error) {
      if (!events.hasBegun) throw error;
      if (!response.destroyed) events.fail(toFailureView(error, caller.requestId, this.logger));
    }
  }
}

function sendJson(response: ServerResponse, answer: unknown, headers: Record<string, string>): void {
  const body = JSON.stringify(answer);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', Buffer.byteLength(body));
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
  response.end(body);
}
