import type { Server } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { type CheckedFolder, createAssistantServer, scopesOfCall, ToolFailure } from '@shipyard/assistant';
import { createShipyardClient } from '@shipyard/client';
import { envelopeErrors, HttpError, type OuterRequest, PRODUCT_VERSION } from '@shipyard/http';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import type { Logger } from '@shipyard/platform/logger';
import type { ProjectFiles } from '@shipyard/project-folder';
import { type Caller, hasScope, type Scope } from '../accounts';
import { CONFIG, type HttpConfig, publicUrlOf } from '../config';
import { FairQueue, QueueOverloaded } from '@shipyard/platform/fair-queue';
import { MarkdownRenderer } from '../markdown/markdown-renderer';
import { UNRENDERABLE, unrenderableBy } from '../markdown/unrenderable';
import { LOGGER } from '../runtime.module';
import { insufficientScope } from './challenge';
import { inProcessFetch } from './in-process-fetch';

export interface AssistantCall extends OuterRequest {
  caller: Pick<Caller, 'accountId' | 'scopes'>;
  token: string;
  protocolVersion: string | undefined;
  message: unknown;
}

/** A tool or a list of resources can make several calls. Those of one account must not be all that the service does. */
const CALLS = { atOnce: 256, atOncePerOwner: 4, waiting: 2_000, waitingPerOwner: 100, waitMs: 30_000 };

/** Answers one request with a server of its own. Nothing is kept between requests, so any replica can take the next. */
@Injectable()
export class AssistantCalls {
  private readonly site: string;
  private readonly turns = new FairQueue(CALLS);

  constructor(
    @Inject(CONFIG) config: Pick<HttpConfig, 'SUBMISSION_PUBLIC_URL' | 'SUBMISSION_PORT'>,
    private readonly adapter: HttpAdapterHost,
    private readonly renderer: MarkdownRenderer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.site = publicUrlOf(config).replace(/\/$/, '');
  }

  async answer(call: AssistantCall): Promise<Response> {
    this.assertScopes(call);
    const { caller, token, message, protocolVersion, requestId } = call;
    const http: Server = this.adapter.httpAdapter.getHttpServer() as Server;
    const fetch = this.inTurns(caller.accountId, call.signal, inProcessFetch(http, call));
    const client = createShipyardClient({ baseUrl: this.site, token, fetch });
    const server = createAssistantServer({
      client,
      site: this.site,
      version: PRODUCT_VERSION,
      folder: null,
      checkTexts: (files) => this.check(call, files),
      report: (fault) => {
        // What ends because nobody waits for it is no fault.
        if (!call.signal.aborted)
          this.logger.error({ request_id: requestId, err: fault }, 'A tool for assistants failed');
      },
    });
    // Without a generator of session ids there are no sessions.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(requestOf(this.site, protocolVersion), { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  private inTurns(
    accountId: string,
    signal: AbortSignalLike,
    fetch: (request: Request) => Promise<Response>,
  ): (request: Request) => Promise<Response> {
    return (request) =>
      this.turns
        .run(accountId, () => fetch(request), signal)
        .catch((error: unknown) => {
          throw error instanceof QueueOverloaded ? tooMany() : error;
        });
  }

  /** In a child process, at the cost of the account, as every rendering. */
  private async check({ caller, signal }: AssistantCall, files: ProjectFiles): Promise<CheckedFolder> {
    try {
      return await this.renderer.startChargedRendering(caller.accountId, signal).check(files);
    } catch (error) {
      const fault = unrenderableBy(error);
      if (fault !== null) throw new ToolFailure(`The text ${UNRENDERABLE[fault]}.`);
      if (error instanceof HttpError) throw new ToolFailure(error.message, error.code);
      if (error instanceof QueueOverloaded) throw tooMany();
      throw error;
    }
  }

  /** The specification asks for this answer, so that a client can ask its person for more. */
  private assertScopes({ caller, message }: AssistantCall): void {
    const missing = scopesNeededBy(message).filter((scope) => !hasScope(caller, scope));
    if (missing.length === 0) return;
    throw envelopeErrors.FORBIDDEN({
      message: `This token does not have the scope ${missing.join(' and ')}, which this call needs. Connect the assistant again and allow it.`,
      headers: insufficientScope(this.site, caller.scopes ?? [], missing),
    });
  }
}

const tooMany = () => new ToolFailure('Too much waits for its turn. Try again in a moment.', 'SERVICE_UNAVAILABLE');

/** The answer is JSON whatever is accepted, so clients need not list the event stream that they never get. */
function requestOf(site: string, protocolVersion: string | undefined): Request {
  const headers = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' });
  if (protocolVersion !== undefined) headers.set('mcp-protocol-version', protocolVersion);
  return new Request(`${site}/mcp`, { method: 'POST', headers });
}

function scopesNeededBy(message: unknown): Scope[] {
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return [];
  const { name, arguments: values } = message.params;
  return typeof name === 'string' ? scopesOfCall(name, isRecord(values) ? values : {}) : [];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
