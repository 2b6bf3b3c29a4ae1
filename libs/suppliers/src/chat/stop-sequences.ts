import { asArray } from '../http/json-reading';

/** OpenAI's `stop`, which is one sequence or several. */
export function stopSequences(stop: unknown): string[] {
  return (Array.isArray(stop) ? asArray(stop) : [stop]).filter((each) => typeof each === 'string');
}
