import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Logger } from '@shipyard/platform';
import type { Request, Response } from 'express';
import { LOGGER } from '../config';
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
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Post()
  @HttpCode(200)
  @OpenAiRoute({ scope: 'text' })
  async create(@CalledBy() caller: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    const chat = readChatRequest(request.body);
    const leaving = leavingClient(response);
    try {
      if (chat.stream) await this.stream(caller, chat, response, leaving);
      else await this.complete(caller, chat, response, leaving);
    } catch (error) {
      // Nobody is there to be told.
      if (!leaving.aborted) throw error;
    }
  }

  private async complete(caller: Caller, chat: ChatRequest, response: Response, leaving: AbortSignal): Promise<void> {
    const { completion, costNano } = await this.chat.complete(caller, chat, leaving);
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
