import { ContextStore } from '@shipyard/platform';
import type { EntityManager } from 'typeorm';
import { envelope, type Envelope } from './envelope';

export type AnswerKeeper = (manager: EntityManager, answer: Envelope<unknown>, subjectId?: string) => Promise<void>;

const keepers = new ContextStore<AnswerKeeper>();

export function runWithKeeper<Result>(keeper: AnswerKeeper, work: () => Promise<Result>): Promise<Result> {
  return keepers.run(keeper, work);
}

/**
 * Stores the response of a write in the write's own transaction, so that a crash leaves both or neither and a retry
 * finds the result. Call it last, with the `data` of the envelope, which it returns. Set a special status before the
 * call, because it stores the response's current one. Does nothing for a request without a key. Throws, which reverts
 * the write, if another request has taken over the key. `subjectId` names the subject of the response, for services
 * that delete stored responses with their subject.
 */
export async function keepAnswer<Data>(manager: EntityManager, data: Data, subjectId?: string): Promise<Data> {
  await keepers.current?.(manager, envelope(data), subjectId);
  return data;
}
