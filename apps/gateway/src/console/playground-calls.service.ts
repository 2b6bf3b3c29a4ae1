import type { IncomingMessage, Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { askOwnServer, NO_RECORDER, type OuterRequest } from '@shipyard/http';
import { CALL_KINDS } from '@shipyard/ui/call-code';
import { CustomerAdminService, PLAYGROUND_CUSTOMER_ID } from '../customers';
import { KeyAdminService } from '../keys';
import type { Operator } from '../operators';
import { type PlayedAnswer, readAnswer } from './played-answer';

const KEY_HOURS = 12;
const HOUR_MS = 3_600_000;
const LONGEST_NAME = 200;
const UNAUTHORIZED = 401;

export interface PlayedCall {
  path: string;
  body: object;
  /** The key of a customer, who then pays. Empty: the customer Playground pays. */
  key: string;
}

interface OwnKey {
  secret: string;
  endsAtMs: number;
}

/**
 * Makes the calls of the playground. They reach this service's own server as those of customers do, so they have the
 * same checks, limits, prices and rows. What operators try out is charged to a customer of its own, with a key for each
 * operator whose secret never leaves this process.
 */
@Injectable()
export class PlaygroundCalls {
  private readonly ownKeys = new Map<string, OwnKey>();

  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly customers: CustomerAdminService,
    private readonly keys: KeyAdminService,
  ) {}

  /** Reads the whole answer. */
  async play(operator: Operator, outer: OuterRequest, call: PlayedCall): Promise<PlayedAnswer> {
    const answer = await this.send(operator, outer, call);
    return readAnswer(answer, await buffer(answer));
  }

  async send(operator: Operator, outer: OuterRequest, { path, body, key }: PlayedCall): Promise<IncomingMessage> {
    const secret = key === '' ? await this.secretOf(operator) : key;
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const server = this.adapter.httpAdapter.getHttpServer() as Server;
    const sent = { method: 'POST', path, headers, body: Buffer.from(JSON.stringify(body)) };
    const answer = await askOwnServer(server, outer, sent);
    // It was revoked. The next call makes another.
    if (key === '' && answer.statusCode === UNAUTHORIZED) this.ownKeys.delete(operator.id);
    return answer;
  }

  private async secretOf(operator: Operator): Promise<string> {
    const known = this.ownKeys.get(operator.id);
    if (known && known.endsAtMs > Date.now() + HOUR_MS) return known.secret;
    await this.customers.ensurePlayground(operator);
    const endsAtMs = Date.now() + KEY_HOURS * HOUR_MS;
    const { secret } = await this.keys.create(operator, NO_RECORDER, {
      customer_id: PLAYGROUND_CUSTOMER_ID,
      name: `Playground of ${operator.name}`.slice(0, LONGEST_NAME),
      scopes: [...CALL_KINDS],
      expires_at: new Date(endsAtMs).toISOString(),
    });
    this.ownKeys.set(operator.id, { secret, endsAtMs });
    return secret;
  }
}
