import { ContextStore } from '@shipyard/platform';
import type { EntityManager } from 'typeorm';
import { envelope, type Envelope } from './envelope';

/** Stores an answer under the Idempotency-Key of the request that is being executed, within the transaction of `manager`. */
export type AnswerKeeper = (manager: EntityManager, answer: Envelope<unknown>, subjectId?: string) => Promise<void>;

const keepers = new ContextStore<AnswerKeeper>();

/** Executes a request that came with a key. */
export function runWithKeeper<Result>(keeper: AnswerKeeper, work: () => Promise<Result>): Promise<Result> {
  return keepers.run(keeper, work);
}

/**
 * Stores what a write answers in the write's own transaction, so that a crash leaves both or neither and a retry finds what was done.
 * Call it last, with what the controller puts into the envelope; it is handed back. The status is stored as the response has it by then, so one that
 * is not the route's own is set before. A request without a key stores nothing.
 * Throws, and so undoes the write, when the key was taken over meanwhile.
 * `subjectId` says what the answer tells of, for a service that removes such answers with their subject.
 */
export async function keepAnswer<Data>(manager: EntityManager, data: Data, subjectId?: string): Promise<Data> {
  await keepers.current?.(manager, envelope(data), subjectId);
  return data;
}
