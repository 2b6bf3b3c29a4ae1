import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsArray, IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { formatCny } from '../money';
import { PRODUCTS, type Product } from '../products';
import type { EnterpriseKey } from './enterprise-key.entity';

export class BudgetView {
  @Describe('CNY as a decimal string.')
  @IsString()
  amount_cny: string;

  @IsIn(['day', 'month'])
  period: 'day' | 'month';
}

export class KeyView {
  @IsUUID()
  id: string;

  @IsUUID()
  customer_id: string;

  @IsString()
  name: string;

  @IsIn(['gwk_'])
  prefix: 'gwk_';

  @Describe('The last characters of the secret.')
  @IsString()
  last4: string;

  @IsArray()
  @IsIn(PRODUCTS, { each: true })
  scopes: Product[];

  @Describe('Null for all.')
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  models: string[] | null;

  @Describe('Requests per 60 s. Null for no limit.')
  @OrNull()
  @IsInt()
  rpm: number | null;

  @Describe('Tokens per 60 s. Null for no limit.')
  @OrNull()
  @IsInt()
  tpm: number | null;

  @OrNull()
  @IsInt()
  max_concurrency: number | null;

  @OrNull()
  @Holds(() => BudgetView)
  budget: BudgetView | null;

  @Describe('IP addresses and CIDR ranges. Null for all.')
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  allowed_ips: string[] | null;

  @Describe('Until when the secret before the last rotation is valid.')
  @OrNull()
  @IsDateString()
  previous_valid_until: string | null;

  @OrNull()
  @IsDateString()
  expires_at: string | null;

  @OrNull()
  @IsDateString()
  revoked_at: string | null;

  @IsDateString()
  created_at: string;
}

export class KeyAnswer {
  @Holds(() => KeyView)
  key: KeyView;
}

export class KeyWithSecret extends KeyAnswer {
  @Describe('Shown once.')
  @IsString()
  secret: string;
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
