import { type ChartDay, lastDays } from '@shipyard/ui';
import { isObject } from '../drafts/draft-store';

const DAY_MS = 86_400_000;
const CHART_DAYS = 31;
const MOST_ROWS = 200;
const NANO_PLACES = 9;

export interface ModelUsage {
  model: string | null;
  requests: number;
  errors: number;
  costCny: string;
}

export interface SeenKey {
  id: string;
  name: string;
  last4: string;
  models: string[] | null;
  expiresAt: string | null;
}

export interface Room {
  left: string;
  most: string;
}

export interface KeyUsage {
  last4: string;
  balanceCny: string;
  heldCny: string;
  availableCny: string;
  budget: { usedCny: string; amountCny: string; resetsAt: string } | null;
  /** What is left of its limits. Null: it has no such limit. */
  requests: Room | null;
  tokens: Room | null;
  /** At the rate of the last 24 hours. Null: nothing is spent. */
  daysLeft: number | null;
  days: ChartDay[];
  models: ModelUsage[];
  /** Null: the key lacks the scope. */
  keys: SeenKey[] | null;
}

/** What the gateway refuses with. The code is null if it cannot be reached. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string | null,
    message: string,
  ) {
    super(message);
  }
}

interface Answer {
  body: Record<string, unknown>;
  headers: Headers;
}

/** Reads all that the key may see. Throws `Refused`. */
export async function readUsage(key: string, now = new Date()): Promise<KeyUsage> {
  const from = (days: number) => encodeURIComponent(new Date(now.getTime() - days * DAY_MS).toISOString());
  const sums = (days: number, group: string) =>
    ask(key, `/v1/usage?from=${from(days)}&group_by=${group}&limit=${MOST_ROWS}`);
  const [balance, byDay, byModel, lately, keys] = await Promise.all([
    ask(key, '/v1/balance'),
    sums(CHART_DAYS, 'day'),
    sums(CHART_DAYS, 'model'),
    sums(1, 'model'),
    ask(key, `/v1/keys?limit=${MOST_ROWS}`).catch(nullWithoutScope),
  ]);
  const { budget } = balance.body;
  const availableCny = textOf(balance.body.available_cny);
  const costs = new Map(rowsIn(byDay).map(({ day, cost_cny }) => [textOf(day), textOf(cost_cny)]));
  return {
    last4: key.slice(-4),
    balanceCny: textOf(balance.body.balance_cny),
    heldCny: textOf(balance.body.held_cny),
    availableCny,
    budget: isObject(budget)
      ? {
          usedCny: textOf(budget.used_cny),
          amountCny: textOf(budget.amount_cny),
          resetsAt: textOf(budget.resets_at),
        }
      : null,
    requests: roomIn(balance.headers, 'requests'),
    tokens: roomIn(balance.headers, 'tokens'),
    daysLeft: daysLeftOf(availableCny, rowsIn(lately)),
    days: lastDays(costs.keys(), now, CHART_DAYS).map((day) => ({ day, chargedCny: costs.get(day) ?? '0' })),
    models: rowsIn(byModel).map(toModelUsage),
    keys: keys && rowsIn(keys).map(toSeenKey),
  };
}

async function ask(key: string, path: string): Promise<Answer> {
  // Only what a header can hold.
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new Refused(401, 'invalid_api_key', '');
  const answer = await fetch(path, {
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    cache: 'no-store',
    credentials: 'omit',
  }).catch(() => null);
  if (answer === null) throw new Refused(0, null, '');
  const read: unknown = await answer.json().catch(() => null);
  const body = isObject(read) ? read : {};
  if (answer.ok) return { body, headers: answer.headers };
  const error = isObject(body.error) ? body.error : {};
  throw new Refused(answer.status, textOf(error.code), textOf(error.message));
}

function nullWithoutScope(error: unknown): null {
  if (error instanceof Refused && error.code === 'insufficient_scope') return null;
  throw error;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const rowsIn = ({ body }: Answer) => (Array.isArray(body.data) ? body.data.filter(isObject) : []);

function roomIn(headers: Headers, unit: 'requests' | 'tokens'): Room | null {
  const most = headers.get(`x-ratelimit-limit-${unit}`);
  return most === null ? null : { most, left: headers.get(`x-ratelimit-remaining-${unit}`) ?? most };
}

const toModelUsage = ({ model, requests, errors, cost_cny }: Record<string, unknown>): ModelUsage => ({
  model: typeof model === 'string' ? model : null,
  requests: Number(requests),
  errors: Number(errors),
  costCny: textOf(cost_cny),
});

const toSeenKey = ({ id, name, last4, models, expires_at }: Record<string, unknown>): SeenKey => ({
  id: textOf(id),
  name: textOf(name),
  last4: textOf(last4),
  models: Array.isArray(models) ? models.map(textOf) : null,
  expiresAt: typeof expires_at === 'string' ? expires_at : null,
});

/** Sums are exact in nano. */
function nanoOf(cny: string): bigint {
  const [whole = '0', fraction = ''] = cny.replace('-', '').split('.');
  const nano = BigInt(whole + fraction.padEnd(NANO_PLACES, '0').slice(0, NANO_PLACES));
  return cny.startsWith('-') ? -nano : nano;
}

function daysLeftOf(availableCny: string, lately: Record<string, unknown>[]): number | null {
  const spent = lately.reduce((sum, { cost_cny }) => sum + nanoOf(textOf(cost_cny)), 0n);
  const available = nanoOf(availableCny);
  if (available <= 0n) return 0;
  return spent <= 0n ? null : Number(available) / Number(spent);
}
