import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform';
import { LOGGER } from '../config';
import type { Caller } from '../keys/enterprise-key.guard';
import { formatCny } from '../money';
import { EventStream } from '../openai/event-stream.view';
import { leavingClient } from '../openai/leaving-client.view';
import { toFailureView } from '../openai/openai-surface.view';
import { ChatService } from './chat.service';
import { type ChatRequest, readChatRequest } from './chat-request';

/** POST /v1/chat/completions behind the hot route: the body is parsed, the caller is known. */
@Injectable()
export class ChatAnswers {
  constructor(
    private readonly chat: ChatService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers whole or as a stream. What fails before the first byte is thrown. */
  async answer(caller: Caller, body: unknown, response: ServerResponse): Promise<void> {
    const chat = readChatRequest(body);
    const leaving = leavingClient(response);
    try {
      if (chat.stream) await this.stream(caller, chat, response, leaving);
      else await this.complete(caller, chat, response, leaving);
    } catch (error) {
      // Nobody is there to be told.
      if (!leaving.aborted) throw error;
    }
  }

  private async complete(caller: Caller, chat: ChatRequest, response: ServerResponse, leaving: AbortSignal): Promise<void> {
    const { completion, costNano } = await this.chat.complete(caller, chat, leaving);
    const body = Buffer.from(JSON.stringify(completion));
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'x-gateway-cost-cny': formatCny(costNano),
    });
    response.end(body);
  }

  private async stream(caller: Caller, chat: ChatRequest, response: ServerResponse, leaving: AbortSignal): Promise<void> {
    const chunks = this.chat.stream(caller, chat, leaving);
    // Until there is something to say, a failure is an ordinary answer.
    let chunk = await chunks.next();
    const events = new EventStream(response);
    try {
      while (!chunk.done && !leaving.aborted) {
        await events.write(chunk.value);
        chunk = await chunks.next();
      }
      events.done();
    } catch (error) {
      if (!leaving.aborted) events.fail(toFailureView(error, this.logger));
    } finally {
      await chunks.return();
    }
  }
}
