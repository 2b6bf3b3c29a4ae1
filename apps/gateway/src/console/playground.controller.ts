import { pipeline } from 'node:stream/promises';
import { Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { clientDisconnect, type FormFields, type OuterRequest } from '@shipyard/http';
import { SessionForms } from '@shipyard/pages';
import { callBody, type CallFields } from '@shipyard/ui/call-code';
import type { Request, Response } from 'express';
import { CatalogService } from '../models';
import { CalledBy, type Operator } from '../operators';
import { PageRenderer } from '../pages';
import { ConsoleController, ConsoleForm } from './console-controller';
import { CONSOLE_FORM_BYTES } from './console-parts';
import type { PlayedAnswer } from './played-answer';
import { PlaygroundCalls } from './playground-calls.service';
import {
  PLAYGROUND_FIELD_NAMES,
  PLAYGROUND_PATHS,
  playgroundProblems,
  type PlaygroundProblems,
  readPlaygroundFields,
} from './playground-form';
import { PlaygroundPage } from './playground.views';

interface Played {
  problems?: PlaygroundProblems;
  answer?: PlayedAnswer;
  /** The playground itself pays. */
  isOwn?: boolean;
}

@ConsoleController('playground', 'operator')
export class PlaygroundController {
  constructor(
    private readonly pages: PageRenderer,
    private readonly forms: SessionForms,
    private readonly calls: PlaygroundCalls,
    private readonly catalog: CatalogService,
  ) {}

  @Get()
  async show(
    @Req() request: Request,
    @Res() response: Response,
    @Query() { kind, model }: Record<string, unknown>,
  ): Promise<void> {
    const fields = readPlaygroundFields({ kind: textOf(kind), model: textOf(model) });
    await this.draw(request, response, fields, {});
  }

  /** The answer as a page, once it is whole. */
  @ConsoleForm(PLAYGROUND_FIELD_NAMES)
  @Post()
  @HttpCode(200)
  async play(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const { fields, key } = callIn(await this.forms.read(request, response, CONSOLE_FORM_BYTES));
    const problems = playgroundProblems(fields, key);
    if (Object.keys(problems).length > 0) return this.draw(request, response.status(422), fields, { problems });
    const call = { path: PLAYGROUND_PATHS[fields.kind], body: callBody(fields), key };
    const answer = await this.calls.play(operator, outerOf(request, response), call);
    await this.draw(request, response, fields, { answer, isOwn: key === '' });
  }

  /** For the script of the page: the events of a chat as they come, or the refusal. */
  @ConsoleForm(PLAYGROUND_FIELD_NAMES)
  @Post('stream')
  @HttpCode(200)
  async stream(@Req() request: Request, @Res() response: Response, @CalledBy() operator: Operator): Promise<void> {
    const { fields, key } = callIn(await this.forms.read(request, response, CONSOLE_FORM_BYTES));
    const text = { ...fields, kind: 'text' } as const;
    const problems = playgroundProblems(text, key);
    if (Object.keys(problems).length > 0) return this.draw(request, response.status(422), text, { problems });
    const body = { ...callBody(text), stream: true, stream_options: { include_usage: true } };
    const answer = await this.calls.send(operator, outerOf(request, response), {
      path: PLAYGROUND_PATHS.text,
      body,
      key,
    });
    response.status(answer.statusCode ?? 500);
    response.set('cache-control', 'no-store, no-transform');
    response.set('content-type', answer.headers['content-type'] ?? 'application/json');
    response.set('x-played-request', String(answer.headers['x-request-id'] ?? ''));
    // The one that left is noticed by the call itself.
    await pipeline(answer, response).catch(() => response.destroy());
  }

  private async draw(request: Request, response: Response, fields: CallFields, played: Played): Promise<void> {
    const active = await this.catalog.listActive();
    const models = active
      .filter(({ model }) => model.product === fields.kind)
      .map(({ model, prices }) => ({ id: model.id, hasPrice: prices.length > 0, sizes: model.sizes ?? [] }));
    const { problems = {}, answer = null, isOwn = false } = played;
    this.pages.send(
      request,
      response,
      (page) => PlaygroundPage({ page, fields, models, problems, answer, isOwn }),
      // The script streams a chat.
      { hasScripts: true },
    );
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const callIn = ({ key = '', ...sent }: FormFields) => ({ fields: readPlaygroundFields(sent), key: key.trim() });

/** The call ends when the operator leaves. */
const outerOf = (request: Request, response: Response): OuterRequest => ({
  requestId: String(response.getHeader('x-request-id')),
  remoteAddress: request.socket.remoteAddress,
  forwardedFor: request.get('x-forwarded-for'),
  signal: clientDisconnect(response),
});
