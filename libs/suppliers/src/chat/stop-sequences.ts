import { asArray } from '../http/json-reading';

export function stopSequences(stop: unknown): string[] {
  return (Array.isArray(stop) ? asArray(stop) : [stop]).filter((each) => typeof each === 'string');
}
