import type { ExecutionContext } from '@nestjs/common';
import type { Class, JsonSchema } from './class-schema';
import type { ErrorRow } from './errors';
import type { RequestFaultKind } from './request-fault';

/** A code that a route may answer with; makers of errors and errors have one. */
export interface AnsweredError {
  readonly code: string;
  readonly row: ErrorRow;
}

/** A route as the documentation sees it; guards read its decorators as they do those of a request's. */
export interface DescribedRoute extends Pick<ExecutionContext, 'getHandler' | 'getClass'> {
  /** In capitals. */
  method: string;
  /** As Nest writes it, `/projects/:slug`. */
  path: string;
  /** DTO classes that the handler takes, by where they come from. */
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
  /** Whether every such answer has it. */
  required: boolean;
  schema: JsonSchema;
}

/** What one guard, interceptor, pipe or filter makes of a route, whatever its handler does. */
export interface RouteAdditions {
  /** A sentence beside what the handler says of itself. */
  note?: string;
  errors?: readonly AnsweredError[];
  /** Faults that it finds, named by the codes of the surface that the route belongs to. */
  faults?: readonly RequestFaultKind['kind'][];
  headers?: readonly Parameter[];
  /** On every answer of a success. */
  answerHeaders?: Readonly<Record<string, AnswerHeader>>;
  /** Ways to say who calls, each enough; an empty one: nobody has to. */
  security?: readonly JsonSchema[];
  /** A body that is no JSON of a DTO class. */
  requestBody?: JsonSchema;
  /** It answers 304 to who has the answer. */
  revalidates?: boolean;
}

/** A guard, interceptor, pipe or filter that says what it adds to a route. It must not need its own fields: it may be asked before it is made. */
export interface RouteRule {
  describe(route: DescribedRoute): RouteAdditions;
}

export function isRouteRule(value: unknown): value is RouteRule {
  return typeof value === 'object' && value !== null && 'describe' in value && typeof value.describe === 'function';
}

export const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
