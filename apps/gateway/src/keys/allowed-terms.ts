/*
 * What an operator allowed a key. A customer may change and make keys within these terms only.
 *
 * A key of an operator is allowed its terms. If the customer narrows it, the terms before are kept, so that the customer
 * can restore them. A key that a customer makes is allowed what the key that made it was allowed.
 */
import { isIP } from 'node:net';
import type { BudgetView } from '../customers';
import { checkedCny } from '../money';
import { AddressRanges } from './client-address';
import type { EnterpriseKey } from './enterprise-key.entity';
import { type KeyView, toKeyView } from './key.view';

export const TERM_NAMES = [
  'scopes',
  'models',
  'rpm',
  'tpm',
  'max_concurrency',
  'max_abandoned',
  'budget',
  'allowed_ips',
  'expires_at',
] as const;
export type TermName = (typeof TERM_NAMES)[number];

/** As the API has them. Null allows everything. */
export type AllowedTerms = Pick<KeyView, TermName>;

export interface Excess {
  field: TermName;
  /** Words that follow the name of the field. */
  problem: string;
}

export const termsOf = ({
  scopes,
  models,
  rpm,
  tpm,
  max_concurrency,
  max_abandoned,
  budget,
  allowed_ips,
  expires_at,
}: KeyView): AllowedTerms => ({
  scopes,
  models,
  rpm,
  tpm,
  max_concurrency,
  max_abandoned,
  budget,
  allowed_ips,
  expires_at,
});

export const allowedTermsOf = (key: EnterpriseKey): AllowedTerms => key.allowedTerms ?? termsOf(toKeyView(key));

/** Names the first of the terms that allows more than `allowed` does, or null. */
export function excessOf(terms: AllowedTerms, allowed: AllowedTerms): Excess | null {
  for (const field of TERM_NAMES) {
    const problem = PROBLEM_OF[field](terms, allowed);
    if (problem !== null) return { field, problem };
  }
  return null;
}

const PROBLEM_OF: Readonly<Record<TermName, (terms: AllowedTerms, allowed: AllowedTerms) => string | null>> = {
  scopes: (terms, allowed) => outside(terms.scopes, allowed.scopes),
  models: (terms, allowed) => outside(terms.models, allowed.models),
  rpm: (terms, allowed) => above(terms.rpm, allowed.rpm),
  tpm: (terms, allowed) => above(terms.tpm, allowed.tpm),
  max_concurrency: (terms, allowed) => above(terms.max_concurrency, allowed.max_concurrency),
  max_abandoned: (terms, allowed) => above(terms.max_abandoned, allowed.max_abandoned),
  budget: (terms, allowed) => (isBudgetWithin(terms.budget, allowed.budget) ? null : budgetProblem(allowed.budget)),
  allowed_ips: (terms, allowed) => outsideRanges(terms.allowed_ips, allowed.allowed_ips),
  expires_at: (terms, allowed) => {
    if (allowed.expires_at === null) return null;
    const isWithin = terms.expires_at !== null && Date.parse(terms.expires_at) <= Date.parse(allowed.expires_at);
    return isWithin ? null : `must be at most ${allowed.expires_at}, as the operator allows`;
  },
};

function outside(wanted: readonly string[] | null, allowed: readonly string[] | null): string | null {
  if (allowed === null) return null;
  if (wanted === null) return `must be some of ${allowed.join(', ')}, which the operator allows`;
  const more = wanted.find((each) => !allowed.includes(each));
  return more === undefined ? null : `has "${more}", which the operator does not allow`;
}

function above(wanted: number | null, allowed: number | null): string | null {
  if (allowed === null || (wanted !== null && wanted <= allowed)) return null;
  return `must be at most ${allowed}, as the operator allows`;
}

/** A month that is within what a day may cost is within each of its days. */
function isBudgetWithin(wanted: BudgetView | null, allowed: BudgetView | null): boolean {
  if (allowed === null) return true;
  if (wanted === null || (wanted.period === 'day' && allowed.period === 'month')) return false;
  return checkedCny(wanted.amount_cny) <= checkedCny(allowed.amount_cny);
}

const budgetProblem = (allowed: BudgetView | null) =>
  `must be at most ${allowed?.amount_cny ?? ''} CNY per ${allowed?.period ?? ''}, as the operator allows`;

function outsideRanges(wanted: readonly string[] | null, allowed: readonly string[] | null): string | null {
  if (allowed === null) return null;
  if (wanted === null) return 'must be addresses that the operator allows';
  const more = wanted.find((range) => !allowed.some((each) => isRangeWithin(range, each)));
  return more === undefined ? null : `has ${more}, which the operator does not allow`;
}

function isRangeWithin(wanted: string, allowed: string): boolean {
  const [one, other] = [wanted, allowed].map(toRange);
  if (!one || !other || one.version !== other.version || one.bits < other.bits) return false;
  return new AddressRanges([allowed]).has(one.address);
}

function toRange(range: string): { address: string; version: number; bits: number } {
  const [address = '', prefix] = range.split('/');
  const version = isIP(address);
  return { address, version, bits: prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix) };
}
