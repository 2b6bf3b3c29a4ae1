import { HttpError, inputInvalid } from '@shipyard/http';
import { MAX_FALLBACKS } from '../products';

/** None of the routes answered. Another model may. */
const UNANSWERED = new Set(['upstream_error', 'upstream_timeout', 'no_route_available']);

export const isUnanswered = (error: unknown): error is HttpError =>
  error instanceof HttpError && UNANSWERED.has(error.code);

/** A supplier may have sold the answer, so no other model is asked. */
const mayBeSold = (error: unknown) => isUnanswered(error) && error.particulars.headers?.['x-should-retry'] === 'false';

/** Reads `models`: what is asked after `model`, in order, each once. Null if the call leaves that to its key. */
export function readFallbacks(model: string, value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || value.length > MAX_FALLBACKS)
    throw inputInvalid('models', `must be a list of at most ${MAX_FALLBACKS} ids of models`);
  const ids = value.map((id: unknown, at) => {
    if (typeof id !== 'string' || id === '') throw inputInvalid(`models[${at}]`, 'must be the id of a model');
    return id;
  });
  return [...new Set(ids)].filter((id) => id !== model);
}

/**
 * Asks the models in turn, until one answers, or may have been paid for nothing. Otherwise throws the failure of the first
 * one: a model that is only a fallback may be unable to take the request.
 */
export async function askInTurn<Answer>(
  models: readonly string[],
  ask: (model: string) => Promise<Answer>,
  mayGoOn: () => boolean,
): Promise<Answer> {
  let first: unknown;
  for (const [at, model] of models.entries()) {
    try {
      return await ask(model);
    } catch (error) {
      if (mayBeSold(error)) throw error;
      if (at === 0) first = error;
      if (!mayGoOn() || (at === 0 && !isUnanswered(error))) break;
    }
  }
  throw first;
}
