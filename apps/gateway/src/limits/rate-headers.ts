import type { AnswerHeader } from '@shipyard/http';
import type { KeyTerms, KeyUsage } from './sliding-window';

export type RateHeaders = Readonly<Record<string, string>>;

const WORDS = {
  limit: 'The limit in 60 s, if there is one: of the key or of its customer, whichever leaves less.',
  remaining: 'What is left of it.',
  reset: 'When all of it is restored: `1s`, `6m0s`.',
};

/** For the OpenAPI document. */
export const RATE_HEADERS: Readonly<Record<string, AnswerHeader>> = Object.fromEntries(
  Object.entries(WORDS).flatMap(([name, description]) =>
    ['requests', 'tokens'].map((what) => [
      `x-ratelimit-${name}-${what}`,
      { description, required: false, schema: { type: 'string' } },
    ]),
  ),
);

/** Each limit of the key, what is left of it, and when it is restored. */
export function rateHeaders({ rpm, tpm }: KeyTerms, { requests, tokens, resetMs }: KeyUsage): RateHeaders {
  return { ...triple('requests', rpm, requests, resetMs), ...triple('tokens', tpm, tokens, resetMs) };
}

/** Picks the limit of requests that leaves less, and the same of tokens: a key and its customer have both. */
export function tightest(rates: RateHeaders[]): RateHeaders {
  const [first = {}, ...others] = rates;
  return others.reduce(
    (tight, other) => ({ ...lesser('requests', tight, other), ...lesser('tokens', tight, other) }),
    first,
  );
}

function lesser(name: string, one: RateHeaders, other: RateHeaders): RateHeaders {
  const remaining = (rates: RateHeaders) => Number(rates[`x-ratelimit-remaining-${name}`] ?? Infinity);
  const from = remaining(other) < remaining(one) ? other : one;
  return Object.fromEntries(Object.entries(from).filter(([header]) => header.endsWith(name)));
}

function triple(name: string, limit: number | null, used: number, resetMs: number): Record<string, string> {
  if (limit === null) return {};
  return {
    [`x-ratelimit-limit-${name}`]: String(limit),
    [`x-ratelimit-remaining-${name}`]: String(Math.max(0, limit - used)),
    [`x-ratelimit-reset-${name}`]: formatDuration(used === 0 ? 0 : resetMs),
  };
}

/** Formats whole seconds as Go does: `0s`, `59s`, `6m0s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
