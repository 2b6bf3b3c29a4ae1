import { ContextStore } from '@shipyard/platform/request-context';
import type { EntityManager } from 'typeorm';
import { envelope, type Envelope } from './envelope';

export type AnswerKeeper = (manager: EntityManager, answer: Envelope<unknown>, subjectId?: string) => Promise<void>;

const keepers = new ContextStore<AnswerKeeper>();

export function runWithKeeper<Result>(keeper: AnswerKeeper, work: () => Promise<Result>): Promise<Result> {
  return keepers.run(keeper, work);
}

/**
 * Stores the response in the write's transaction, so that a crash leaves both or neither. Call it last; it returns
 * `data`. Set a special status before. Throws if another request has taken over the key. `subjectId` lets services
 * delete stored responses with their subject.
 */
export async function keepAnswer<Data>(manager: EntityManager, data: Data, subjectId?: string): Promise<Data> {
  await keepers.current?.(manager, envelope(data), subjectId);
  return data;
}
