import { pipeline } from 'node:stream/promises';
import { Get, Query } from '@nestjs/common';
import { clientDisconnect, type FormFields, type OuterRequest } from '@shipyard/http';
import { callBody, type CallFields } from '@shipyard/ui/call-code';
import { CatalogService } from '../models';
import { ConsoleController, ConsoleForm } from './console-controller';
import { ConsolePages, ConsoleVisit, Visit } from './console-visit';
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
    private readonly pages: ConsolePages,
    private readonly calls: PlaygroundCalls,
    private readonly catalog: CatalogService,
  ) {}

  @Get()
  async show(@Visit() visit: ConsoleVisit, @Query() { kind, model }: Record<string, unknown>): Promise<void> {
    const fields = readPlaygroundFields({ kind: textOf(kind), model: textOf(model) });
    await this.draw(visit, fields, {});
  }

  /** The answer as a page, once it is whole. */
  @ConsoleForm('', PLAYGROUND_FIELD_NAMES)
  async play(@Visit() visit: ConsoleVisit): Promise<void> {
    const { fields, key } = callIn(await this.pages.read(visit, CONSOLE_FORM_BYTES));
    const problems = playgroundProblems(fields, key);
    if (Object.keys(problems).length > 0) return this.draw(visit.status(422), fields, { problems });
    const call = { path: PLAYGROUND_PATHS[fields.kind], body: callBody(fields), key };
    const answer = await this.calls.play(visit.operator, outerOf(visit), call);
    await this.draw(visit, fields, { answer, isOwn: key === '' });
  }

  /** For the script of the page: the events of a chat as they come, or the refusal. */
  @ConsoleForm('stream', PLAYGROUND_FIELD_NAMES)
  async stream(@Visit() visit: ConsoleVisit): Promise<void> {
    const { fields, key } = callIn(await this.pages.read(visit, CONSOLE_FORM_BYTES));
    const text = { ...fields, kind: 'text' } as const;
    const problems = playgroundProblems(text, key);
    if (Object.keys(problems).length > 0) return this.draw(visit.status(422), text, { problems });
    const body = { ...callBody(text), stream: true, stream_options: { include_usage: true } };
    const answer = await this.calls.send(visit.operator, outerOf(visit), {
      path: PLAYGROUND_PATHS.text,
      body,
      key,
    });
    const { response } = visit;
    response.status(answer.statusCode ?? 500);
    response.set('cache-control', 'no-store, no-transform');
    response.set('content-type', answer.headers['content-type'] ?? 'application/json');
    response.set('x-played-request', String(answer.headers['x-request-id'] ?? ''));
    // The one that left is noticed by the call itself.
    await pipeline(answer, response).catch(() => response.destroy());
  }

  private async draw(visit: ConsoleVisit, fields: CallFields, played: Played): Promise<void> {
    const active = await this.catalog.listActive();
    const models = active
      .filter(({ model }) => model.product === fields.kind)
      .map(({ model, prices }) => ({ id: model.id, hasPrice: prices.length > 0, sizes: model.sizes ?? [] }));
    const { problems = {}, answer = null, isOwn = false } = played;
    // The script streams a chat.
    this.pages.send(visit, (page) => PlaygroundPage({ page, fields, models, problems, answer, isOwn }), {
      hasScripts: true,
    });
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

const callIn = ({ key = '', ...sent }: FormFields) => ({ fields: readPlaygroundFields(sent), key: key.trim() });

/** The call ends when the operator leaves. */
const outerOf = ({ request, response }: ConsoleVisit): OuterRequest => ({
  requestId: String(response.getHeader('x-request-id')),
  remoteAddress: request.socket.remoteAddress,
  forwardedFor: request.get('x-forwarded-for'),
  signal: clientDisconnect(response),
});
