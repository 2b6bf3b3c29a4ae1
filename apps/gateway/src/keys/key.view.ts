import { formatCny } from '../money';
import type { Product } from '../products';
import type { EnterpriseKey } from './enterprise-key.entity';

export interface KeyView {
  id: string;
  customer_id: string;
  name: string;
  prefix: 'gwk_';
  last4: string;
  scopes: Product[];
  models: string[] | null;
  rpm: number | null;
  tpm: number | null;
  max_concurrency: number | null;
  budget: { amount_cny: string; period: 'day' | 'month' } | null;
  allowed_ips: string[] | null;
  previous_valid_until: string | null;
  expires_at: string | null;
  revoked_at: string | null;
  created_at: string;
}

export function toKeyView(key: EnterpriseKey): KeyView {
  const { budgetNano, budgetPeriod } = key;
  return {
    id: key.id,
    customer_id: key.customerId,
    name: key.name,
    prefix: 'gwk_',
    last4: key.last4,
    scopes: key.scopes,
    models: key.models,
    rpm: key.rpm,
    tpm: key.tpm,
    max_concurrency: key.maxConcurrency,
    budget:
      budgetNano === null || budgetPeriod === null ? null : { amount_cny: formatCny(budgetNano), period: budgetPeriod },
    allowed_ips: key.allowedIps,
    previous_valid_until: key.previousValidUntil?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}
