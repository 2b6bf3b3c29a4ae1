import type { ExecutionContext } from '@nestjs/common';
import type { Class, JsonSchema } from './class-schema';
import type { ErrorRow } from './errors';
import type { RequestFaultKind } from './request-fault';

/** An error code of a route. Both errors and their makers have one. */
export interface AnsweredError {
  readonly code: string;
  readonly row: ErrorRow;
}

/** A route as the documentation sees it. Guards read its decorators as they do for a request. */
export interface DescribedRoute extends Pick<ExecutionContext, 'getHandler' | 'getClass'> {
  /** In upper case. */
  method: string;
  /** In Nest's syntax, `/projects/:slug`. */
  path: string;
  /** The DTO classes of the handler by their source. */
  inputs: { body?: Class; query?: Class };
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface AnswerHeader {
  description: string;
  /** Whether every such response has it. */
  required: boolean;
  schema: JsonSchema;
}

/** What one guard, interceptor, pipe or filter adds to a route. */
export interface RouteAdditions {
  /** A sentence to add to the handler's description. */
  note?: string;
  errors?: readonly AnsweredError[];
  /** Faults that it throws. The error format of the route names their codes. */
  faults?: readonly RequestFaultKind['kind'][];
  headers?: readonly Parameter[];
  /** Headers of every success. */
  answerHeaders?: Readonly<Record<string, AnswerHeader>>;
  /** Alternative ways to authenticate. An empty one means that it is optional. */
  security?: readonly JsonSchema[];
  /** A body other than JSON of a DTO class. */
  requestBody?: JsonSchema;
  /** Whether it answers 304 to a caller with a current copy. */
  revalidates?: boolean;
}

/**
 * A guard, interceptor, pipe or filter that describes what it adds to a route. It may be called before construction and
 * must not use its fields.
 */
export interface RouteRule {
  describe(route: DescribedRoute): RouteAdditions;
}

export function isRouteRule(value: unknown): value is RouteRule {
  return typeof value === 'object' && value !== null && 'describe' in value && typeof value.describe === 'function';
}

export const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
