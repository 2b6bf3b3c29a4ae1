import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { bodyBudget } from './body-budget';
import { JsonMembers } from './json-members';
import { inputInvalid, RequestFault } from './request-fault';
import { type DescribedRoute, type RouteAdditions, type RouteRule, WRITES } from './route-rule';

declare module 'http' {
  interface IncomingMessage {
    /** Set by the guard that knows the caller. The body then counts against the caller's share of the memory. */
    bodyOwnerId?: string;
  }
}

const BODY_HANDLED = 'shipyard:body-handled';

export const OwnBody = () => SetMetadata(BODY_HANDLED, true);

const JSON_LIMIT = 'shipyard:json-limit';

export const JSON_LIMIT_BYTES = 64 * 1024;
export const JSON_MEMBERS_LIMIT = 10_000;

export const JsonLimit = (limitBytes: number) => SetMetadata(JSON_LIMIT, limitBytes);

/** Interceptors run after guards, so no byte of a body is read before the token is checked. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor, RouteRule {
  private readonly reflector = new Reflector();

  async intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<IncomingMessage & { body?: unknown }>();
    if (this.readsBodyOf(context, request.method)) {
      const limitBytes =
        this.reflector.getAllAndOverride<number | undefined>(JSON_LIMIT, [context.getHandler(), context.getClass()]) ??
        JSON_LIMIT_BYTES;
      request.body = await readJsonBody(request, http.getResponse<ServerResponse>(), {
        bytes: limitBytes,
        members: JSON_MEMBERS_LIMIT,
      });
      if (!takesBody(context)) assertEmpty(request.body);
    }
    return next.handle();
  }

  describe(route: DescribedRoute): RouteAdditions {
    return this.readsBodyOf(route, route.method)
      ? { faults: ['body_malformed', 'body_too_large', 'input_invalid', 'overloaded'] }
      : {};
  }

  private readsBodyOf(route: Pick<ExecutionContext, 'getHandler' | 'getClass'>, method = ''): boolean {
    return (
      WRITES.has(method) &&
      !this.reflector.getAllAndOverride<boolean>(BODY_HANDLED, [route.getHandler(), route.getClass()])
    );
  }
}

const BODY_SOURCES = new Set([0, 3]);

function takesBody(route: Pick<ExecutionContext, 'getHandler' | 'getClass'>): boolean {
  const args: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, route.getClass(), route.getHandler().name);
  return Object.keys(args ?? {}).some((key) => BODY_SOURCES.has(Number(key.split(':')[0])));
}

/** Fields on a route without a body mean that the client wanted another route. */
function assertEmpty(body: unknown): void {
  if (body === undefined) return;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw inputInvalid('body', 'must be a JSON object');
  const [field] = Object.keys(body);
  if (field !== undefined) throw inputInvalid(field, 'is not a known field: this call takes none', 'unknown');
}

export interface JsonLimits {
  bytes: number;
  members: number;
}

export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  limits: JsonLimits,
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' && !type?.endsWith('+json')) {
    throw malformed('The body must be JSON, with Content-Type: application/json.');
  }
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw malformed('The body must not have a Content-Encoding. Send it uncompressed.');
  }
  const bytes = await readBytes(request, limits);
  if (bytes.length === 0) return undefined;
  bodyBudget.keepUntilAnswered(response, bytes.length, request.bodyOwnerId);
  return parseJson(bytes);
}

const BYTE_ORDER_MARK = '\uFEFF';

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new RequestFault({ kind: 'body_not_utf8' });
  const body = bytes.toString('utf8');
  try {
    return JSON.parse(body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body);
  } catch {
    throw malformed('The body is not valid JSON. Correct it and send it again.');
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Also limits the members of JSON. A caller without such a limit sets `members` to `bytes`. */
export function readBytes(request: IncomingMessage, limits: JsonLimits): Promise<Buffer> {
  const tooLarge = () => new RequestFault({ kind: 'body_too_large', limitBytes: limits.bytes });
  const mostBytes = Number(request.headers['content-length'] ?? limits.bytes);
  if (mostBytes > limits.bytes) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const members = new JsonMembers();
    let kept: Buffer = NOTHING;
    let bytes = 0;
    let countedTo = 0;
    const refuse = (fault: RequestFault) => {
      kept = NOTHING;
      request.removeAllListeners('data').pause();
      arriving.end();
      reject(fault);
    };
    const arriving = bodyBudget.begin(refuse, {
      announcedBytes: Number(request.headers['content-length'] ?? 0),
      owner: request.bodyOwnerId,
    });
    request.on('data', (chunk: Buffer) => {
      if (bytes + chunk.length > limits.bytes) return refuse(tooLarge());
      kept = append(kept, bytes, chunk, mostBytes);
      bytes += chunk.length;
      // A body with fewer bytes cannot have that many members.
      if (bytes > limits.members) {
        members.read(kept, countedTo, bytes);
        countedTo = bytes;
        if (members.count > limits.members) return refuse(tooManyMembers(limits.members));
      }
      arriving.hold(chunk.length, kept.length);
    });
    request.on('end', () => {
      arriving.end();
      resolve(kept.length === bytes ? kept : kept.subarray(0, bytes));
    });
    request.on('error', () => refuse(malformed('The body ended before it was complete. Send the request again.')));
  });
}

const tooManyMembers = (limit: number) => inputInvalid('body', `must have at most ${limit} fields and items in all`);

const NOTHING = Buffer.alloc(0);

/** Merges chunks, because a list of tiny ones would take hundreds of times the memory. */
function append(kept: Buffer, used: number, chunk: Buffer, mostBytes: number): Buffer {
  if (used === 0) return chunk;
  const needed = used + chunk.length;
  const room = needed <= kept.length ? kept : Buffer.allocUnsafe(Math.max(needed, Math.min(2 * needed, mostBytes)));
  if (room !== kept) kept.copy(room, 0, 0, used);
  chunk.copy(room, used);
  return room;
}

export const malformed = (message: string) => new RequestFault({ kind: 'body_malformed', message });
