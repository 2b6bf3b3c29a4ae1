import { All, Controller, HttpCode, Inject, Options, Post, Req, Res, UseGuards } from '@nestjs/common';
import { OwnTokenKind, readParticipantToken } from '@shipyard/auth';
import { clientDisconnect, inputInvalid, OnceByItself, OutsideApi, OwnBody, readJsonBody } from '@shipyard/http';
import type { Request, Response } from 'express';
import { type Caller, CurrentCaller, NeedsScope, SCOPES } from '../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../config';
import { RateLimits } from '../limits/rate-limits';
import { AssistantCalls } from './assistant-calls.service';
import { AssistantGuard } from './assistant.guard';
import { admitOrigin, answerPreflight } from './cross-origin';

/** As large as a JSON body of the API, so that an image of 5 MB fits in base64. */
const BODY_LIMITS = { bytes: 8 * 1024 * 1024, members: 10_000 };

/** The specification has no batches since 2025-06-18. */
const BATCH = 'must be one message: batches are not supported';

/** The Model Context Protocol over Streamable HTTP. */
@OutsideApi()
@Controller('mcp')
export class AssistantsController {
  constructor(
    private readonly calls: AssistantCalls,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  @OwnTokenKind()
  @UseGuards(AssistantGuard)
  @NeedsScope(...SCOPES)
  @OwnBody()
  @OnceByItself()
  @Post()
  async call(@CurrentCaller() caller: Caller, @Req() request: Request, @Res() response: Response): Promise<void> {
    await this.limits.take(response, 'assistant_calls', caller.accountId);
    this.limits.takePlace(response, 'assistant_calls', caller.accountId);
    const message = await readJsonBody(request, response, BODY_LIMITS);
    if (Array.isArray(message)) throw inputInvalid('body', BATCH);
    const sent = readParticipantToken(request.headers);
    const answer = await this.calls.answer({
      caller,
      token: sent.kind === 'token' ? sent.value : '',
      message,
      protocolVersion: request.get('mcp-protocol-version'),
      requestId: String(response.getHeader('x-request-id')),
      remoteAddress: request.socket.remoteAddress,
      forwardedFor: request.get('x-forwarded-for'),
      signal: clientDisconnect(response, new Error('The client has left')),
    });
    if (response.destroyed) return;
    response.status(answer.status);
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.end(await answer.text());
  }

  @OwnTokenKind()
  @OwnBody()
  @Options()
  @HttpCode(204)
  preflight(@Req() request: Request, @Res({ passthrough: true }) response: Response): void {
    admitOrigin(request, response, publicUrlOf(this.config));
    answerPreflight(response);
  }

  /** There are no streams to open and no sessions to end. */
  @OwnTokenKind()
  @OwnBody()
  @All()
  refuse(@Res({ passthrough: true }) response: Response): object {
    response.status(405).set({ allow: 'POST, OPTIONS' });
    return { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Only POST is supported here.' } };
  }
}
