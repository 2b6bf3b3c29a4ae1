import type { CacheMark } from '../contract/supplier';
import { asArray, asObject, type JsonObject } from '../http/json-reading';
import { isGiven } from './given-parameters';

/** The lifetime that `cache_control` asks for, or undefined if it is not of the documented form. */
export function lifetimeOf(mark: unknown): CacheMark['lifetime'] | undefined {
  const { type, ttl, ...others } = asObject(mark) ?? {};
  if (type !== 'ephemeral' || Object.keys(others).length > 0) return undefined;
  if (!isGiven(ttl)) return '5m';
  return ttl === '5m' || ttl === '1h' ? ttl : undefined;
}

/** Whether any `cache_control` may ask for more than five minutes. One of an unknown form may. */
export function writesLongCache({ messages, tools, cache_control: mark }: JsonObject): boolean {
  return (
    isLong(mark) ||
    asArray(messages).some(
      (message) => isMarkedLong(message) || asArray(asObject(message)?.content).some(isMarkedLong),
    ) ||
    asArray(tools).some((tool) => isMarkedLong(tool) || isMarkedLong(asObject(tool)?.function))
  );
}

const isLong = (mark: unknown) => isGiven(mark) && lifetimeOf(mark) !== '5m';
const isMarkedLong = (value: unknown) => isLong(asObject(value)?.cache_control);
