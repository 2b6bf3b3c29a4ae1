import { SetMetadata } from '@nestjs/common';
import type { Class } from './class-schema';
import type { Envelope } from './envelope';
import type { VersionedAnswer } from './revalidated-read';
import type { AnsweredError } from './route-rule';

export type DataShape = Class | Readonly<Record<string, Class | readonly [Class]>>;

type DataOf<Shape> = Shape extends new () => infer View
  ? View
  : {
      [Name in keyof Shape]: Shape[Name] extends readonly [new () => infer Item]
        ? Item[]
        : Shape[Name] extends new () => infer View
          ? View
          : never;
    };

interface OperationFacts {
  summary: string;
  description?: string;
  errors?: readonly AnsweredError[];
  headers?: Readonly<Record<string, string>>;
  answerHeaders?: Readonly<Record<string, string>>;
  /** If the handler reads its body or query without a DTO. */
  inputs?: { body?: Class; query?: Class };
  /** Besides the status of the route, for the same answer. */
  otherStatuses?: readonly number[];
}

export interface PlainAnswer {
  description: string;
  /** Several classes: the answer is one of them. For an event stream: the data of each event. */
  content?: Readonly<Record<string, Class | readonly Class[] | null>>;
}

export type Operation = OperationFacts & ({ data: DataShape } | { answers: Readonly<Record<number, PlainAnswer>> });

type Handler<Answer> = (...args: never[]) => Answer;

const OPERATION = 'shipyard:operation';

/** The compiler checks that `data` has the type that the handler returns. */
export function ApiOperation<const Shape extends DataShape>(operation: OperationFacts & { data: Shape }) {
  return <Answer extends Envelope<DataOf<Shape>> | VersionedAnswer<Envelope<DataOf<Shape>>>>(
    _target: object,
    _name: string,
    descriptor: TypedPropertyDescriptor<Handler<Promise<Answer>>>,
  ): void => setOperation(descriptor.value, operation);
}

export function ApiAnswers(operation: OperationFacts & { answers: Readonly<Record<number, PlainAnswer>> }) {
  return <Answer>(_target: object, _name: string, descriptor: TypedPropertyDescriptor<Handler<Answer>>): void =>
    setOperation(descriptor.value, operation);
}

function setOperation(handler: Handler<unknown> | undefined, operation: Operation): void {
  if (handler) Reflect.defineMetadata(OPERATION, operation, handler);
}

export const operationOf = (handler: object) => Reflect.getMetadata(OPERATION, handler) as Operation | undefined;

const OUTSIDE_API = 'shipyard:outside-api';

/** For controllers and handlers that are not part of the API and its documents, such as pages. */
export const OutsideApi = () => SetMetadata(OUTSIDE_API, true);

export const isOutsideApi = (target: object) => Reflect.getMetadata(OUTSIDE_API, target) === true;
