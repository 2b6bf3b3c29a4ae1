import type { Class } from './class-schema';
import type { Envelope } from './envelope';
import type { VersionedAnswer } from './revalidated-read';
import type { AnsweredError } from './route-rule';

/** `data` of a success: a view, or an object of views and lists of views. */
export type DataShape = Class | Readonly<Record<string, Class | readonly [Class]>>;

type DataOf<Shape> = Shape extends new () => infer View
  ? View
  : { [Name in keyof Shape]: Shape[Name] extends readonly [new () => infer Item] ? Item[] : Shape[Name] extends new () => infer View ? View : never };

/** What documentation says of a route beside what follows from its decorators, its DTO classes and what lies round it. */
interface OperationFacts {
  summary: string;
  description?: string;
  /** Codes that the handler and its service give. */
  errors?: readonly AnsweredError[];
  /** Headers that the handler reads, each with what it does. */
  headers?: Readonly<Record<string, string>>;
  /** Headers of its own on a success. */
  answerHeaders?: Readonly<Record<string, string>>;
}

/** An answer that is no envelope. */
export interface PlainAnswer {
  description: string;
  /** Its media type, and the view that it is JSON of; none: text or bytes. Left out: there is no body. */
  content?: Readonly<Record<string, Class | null>>;
}

export type Operation = OperationFacts & ({ data: DataShape } | { answers: Readonly<Record<number, PlainAnswer>> });

type Handler<Answer> = (...args: never[]) => Answer;

const OPERATION = 'shipyard:operation';

/** Documents a route that answers with an envelope. The compiler holds that its `data` is what the handler answers. */
export function ApiOperation<const Shape extends DataShape>(operation: OperationFacts & { data: Shape }) {
  return <Answer extends Envelope<DataOf<Shape>> | VersionedAnswer<Envelope<DataOf<Shape>>>>(
    _target: object,
    _name: string,
    descriptor: TypedPropertyDescriptor<Handler<Promise<Answer>>>,
  ): void => setOperation(descriptor.value, operation);
}

/** Documents a route that answers with anything else, by status. */
export function ApiAnswers(operation: OperationFacts & { answers: Readonly<Record<number, PlainAnswer>> }) {
  return <Answer>(_target: object, _name: string, descriptor: TypedPropertyDescriptor<Handler<Answer>>): void => setOperation(descriptor.value, operation);
}

function setOperation(handler: Handler<unknown> | undefined, operation: Operation): void {
  if (handler) Reflect.defineMetadata(OPERATION, operation, handler);
}

/** What a handler's decorator says, or undefined where it has none. */
export const operationOf = (handler: object) => Reflect.getMetadata(OPERATION, handler) as Operation | undefined;
