import type { ExecutionContext } from '@nestjs/common';
import type { Class, JsonSchema } from './class-schema';
import type { ErrorRow } from './errors';
import type { RequestFaultKind } from './request-fault';

export interface AnsweredError {
  readonly code: string;
  readonly row: ErrorRow;
}

export interface DescribedRoute extends Pick<ExecutionContext, 'getHandler' | 'getClass'> {
  method: string;
  path: string;
  inputs: { body?: Class; query?: Class };
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface AnswerHeader {
  description: string;
  required: boolean;
  schema: JsonSchema;
}

export interface RouteAdditions {
  note?: string;
  errors?: readonly AnsweredError[];
  faults?: readonly RequestFaultKind['kind'][];
  headers?: readonly Parameter[];
  answerHeaders?: Readonly<Record<string, AnswerHeader>>;
  security?: readonly JsonSchema[];
  requestBody?: JsonSchema;
  revalidates?: boolean;
  /** Some callers get the receipt in place of the answer. */
  hasReceipt?: boolean;
}

/** `describe` may be called before construction and must not use fields. */
export interface RouteRule {
  describe(route: DescribedRoute): RouteAdditions;
}

export function isRouteRule(value: unknown): value is RouteRule {
  return typeof value === 'object' && value !== null && 'describe' in value && typeof value.describe === 'function';
}

export const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
