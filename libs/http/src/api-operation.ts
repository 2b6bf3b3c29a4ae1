import type { Class } from './class-schema';
import type { Envelope } from './envelope';
import type { VersionedAnswer } from './revalidated-read';
import type { AnsweredError } from './route-rule';

/** The `data` of a success: a view, or an object of views and lists of views. */
export type DataShape = Class | Readonly<Record<string, Class | readonly [Class]>>;

type DataOf<Shape> = Shape extends new () => infer View
  ? View
  : { [Name in keyof Shape]: Shape[Name] extends readonly [new () => infer Item] ? Item[] : Shape[Name] extends new () => infer View ? View : never };

/** What the documentation of a route needs beyond its decorators, DTO classes, guards and interceptors. */
interface OperationFacts {
  summary: string;
  description?: string;
  /** Errors that the handler and its service throw. */
  errors?: readonly AnsweredError[];
  /** Headers that the handler reads, with descriptions. */
  headers?: Readonly<Record<string, string>>;
  /** Additional headers of a success. */
  answerHeaders?: Readonly<Record<string, string>>;
}

/** A response without an envelope. */
export interface PlainAnswer {
  description: string;
  /** The media type with the view of its JSON, or null for text or bytes. Absent if there is no body. */
  content?: Readonly<Record<string, Class | null>>;
}

export type Operation = OperationFacts & ({ data: DataShape } | { answers: Readonly<Record<number, PlainAnswer>> });

type Handler<Answer> = (...args: never[]) => Answer;

const OPERATION = 'shipyard:operation';

/**
 * Documents a route that responds with an envelope. The compiler checks that its `data` has the type that the handler
 * returns.
 */
export function ApiOperation<const Shape extends DataShape>(operation: OperationFacts & { data: Shape }) {
  return <Answer extends Envelope<DataOf<Shape>> | VersionedAnswer<Envelope<DataOf<Shape>>>>(
    _target: object,
    _name: string,
    descriptor: TypedPropertyDescriptor<Handler<Promise<Answer>>>,
  ): void => setOperation(descriptor.value, operation);
}

/** Documents a route with other responses, by status. */
export function ApiAnswers(operation: OperationFacts & { answers: Readonly<Record<number, PlainAnswer>> }) {
  return <Answer>(_target: object, _name: string, descriptor: TypedPropertyDescriptor<Handler<Answer>>): void => setOperation(descriptor.value, operation);
}

function setOperation(handler: Handler<unknown> | undefined, operation: Operation): void {
  if (handler) Reflect.defineMetadata(OPERATION, operation, handler);
}

/** Returns what a handler's decorator declares, or undefined. */
export const operationOf = (handler: object) => Reflect.getMetadata(OPERATION, handler) as Operation | undefined;
