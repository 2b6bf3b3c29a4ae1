import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Logger } from '@shipyard/platform';
import type { Request, Response } from 'express';
import { LOGGER } from '../config';
import { type AnswerKeeper, IdempotencyService, replayHeaders } from '../idempotency/idempotency.service';
import { CalledBy, type Caller } from '../keys/enterprise-key.guard';
import { formatCny } from '../money';
import { EventStream } from '../openai/event-stream.view';
import { leavingClient } from '../openai/leaving-client.view';
import { OpenAiRoute } from '../openai/openai-route.guard';
import { toFailureView } from '../openai/openai-surface.view';
import { ChatService } from './chat.service';
import { type ChatRequest, readChatRequest } from './chat-request';

@Controller('v1/chat/completions')
export class ChatController {
  constructor(
    private readonly chat: ChatService,
    private readonly idempotency: IdempotencyService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post()
  @HttpCode(200)
  @OpenAiRoute({ scope: 'text' })
  async create(@CalledBy() caller: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const chat = readChatRequest(request.body);
    const leaving = leavingClient(response);
    try {
      const replay = await this.idempotency.once(caller, request, request.body, (keeper) =>
        chat.stream ? this.stream(caller, chat, response, leaving) : this.complete(caller, chat, response, leaving, keeper),
      );
      if (replay !== null) response.set(replayHeaders).json(replay);
    } catch (error) {
      // Nobody is there to be told.
      if (!leaving.aborted) throw error;
    }
  }

  private async complete(caller: Caller, chat: ChatRequest, response: Response, leaving: AbortSignal, keeper: AnswerKeeper | null): Promise<void> {
    // With a key it runs to its end though the client leaves, so that the retry finds the answer.
    const { completion, costNano } = await this.chat.complete(caller, chat, keeper ? new AbortController().signal : leaving, keeper);
    response.setHeader('x-gateway-cost-cny', formatCny(costNano));
    response.json(completion);
  }

  private async stream(caller: Caller, chat: ChatRequest, response: Response, leaving: AbortSignal): Promise<void> {
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
