import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsArray, IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { formatCny } from '../money';
import { BudgetView, RatesView } from '../customers';
import type { EnterpriseKey } from './enterprise-key.entity';
import { SCOPES, type Scope } from './scope';

export class KeyView extends RatesView {
  @Describe('The id of the key.')
  @IsUUID()
  id: string;

  @Describe('The customer that the key belongs to.')
  @IsUUID()
  customer_id: string;

  @Describe('The name of the key, for people.')
  @IsString()
  name: string;

  @Describe('How each secret of this kind begins.')
  @IsIn(['gwk_'])
  prefix: 'gwk_';

  @Describe('The last characters of the secret.')
  @IsString()
  last4: string;

  @Describe('The products that the key may use. `keys`: it manages the keys of its customer and reads all usage.')
  @IsArray()
  @IsIn(SCOPES, { each: true })
  scopes: Scope[];

  @Describe('Null for all.')
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  models: string[] | null;

  @Describe('The models that calls without `models` ask next, in this order. Null for none.')
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  fallback: string[] | null;

  @Describe('How many clients per 60 s may leave a chat before its first content.')
  @IsInt()
  max_abandoned: number;

  @Describe('What the key may spend. Null for no limit.')
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

  @Describe('When the key stops working. Null: never.')
  @OrNull()
  @IsDateString()
  expires_at: string | null;

  @Describe('When the key was revoked. Null if it was not.')
  @OrNull()
  @IsDateString()
  revoked_at: string | null;

  @Describe('The key of the customer that created it. Null: an operator or a member did.')
  @OrNull()
  @IsUUID()
  created_by_key_id: string | null;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class KeyAnswer {
  @Describe('The key, without its secret.')
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
    fallback: key.fallback,
    rpm: key.rpm,
    tpm: key.tpm,
    max_concurrency: key.maxConcurrency,
    max_abandoned: key.maxAbandoned,
    budget:
      budgetNano === null || budgetPeriod === null ? null : { amount_cny: formatCny(budgetNano), period: budgetPeriod },
    allowed_ips: key.allowedIps,
    previous_valid_until: key.previousValidUntil?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    created_by_key_id: key.createdByKeyId,
    created_at: key.createdAt.toISOString(),
  };
}
