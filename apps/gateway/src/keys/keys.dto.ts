import { instantOf, lineProblem } from '@shipyard/contracts';
import { IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsUUID,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { amountProblem } from '../money';
import { PRODUCTS, type Product } from '../products';
import { ipRangeProblem } from './ip-range';

const COUNT = { min: 1, max: 1_000_000_000 };
const LIST_MAX = 200;
const GRACE_MAX_SECONDS = 2_592_000;

export class BudgetDto {
  /** CNY as a decimal string with at most 9 decimal places, not negative. */
  @Satisfies((value) => amountProblem(value, { min: 0n }), { type: 'string' })
  amount_cny: string;

  @IsIn(['day', 'month'])
  period: 'day' | 'month';
}

class KeyTerms {
  @IsOptional()
  @Satisfies(modelsProblem, { type: 'array', items: { type: 'string' } })
  models?: string[] | null;

  /** Requests per 60 s; null for no limit. */
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  rpm?: number | null;

  /** Tokens per 60 s; null for no limit. */
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  tpm?: number | null;

  /** Concurrent calls; null for no limit. */
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  max_concurrency?: number | null;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => BudgetDto)
  budget?: BudgetDto | null;

  /** IP addresses and CIDR ranges; null for all. */
  @IsOptional()
  @Satisfies(allowedIpsProblem, { type: 'array', items: { type: 'string' } })
  allowed_ips?: string[] | null;

  @IsOptional()
  @Satisfies(expiryProblem, { type: 'string', format: 'date-time' })
  expires_at?: string | null;
}

export class CreateKeyDto extends KeyTerms {
  @IsUUID()
  customer_id: string;

  @IsLine({ min: 1, max: 200 })
  name: string;

  @IsArray()
  @IsIn(PRODUCTS, { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  @ArrayMaxSize(3)
  scopes: Product[];
}

export class ChangeKeyDto extends KeyTerms {
  @MayBeAbsent()
  @IsLine({ min: 1, max: 200 })
  name?: string;

  @MayBeAbsent()
  @IsArray()
  @IsIn(PRODUCTS, { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  @ArrayMaxSize(3)
  scopes?: Product[];
}

export class RotateKeyDto {
  /** How long the old secret stays valid, in seconds: 0 to 2,592,000. Defaults to 86,400. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(GRACE_MAX_SECONDS)
  grace_seconds?: number;
}

function listProblem(value: unknown, problemOf: (member: unknown) => string | null): string | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIST_MAX)
    return `must be a list of 1 to ${LIST_MAX} strings`;
  if (new Set(value).size < value.length) return 'must not contain the same item twice';
  const at = value.findIndex((member: unknown) => problemOf(member) !== null);
  return at < 0 ? null : `is wrong at [${at}]: that item ${problemOf(value[at])}`;
}

function modelsProblem(value: unknown): string | null {
  return listProblem(value, (member) => lineProblem(member, { min: 1, max: 200 }));
}

function allowedIpsProblem(value: unknown): string | null {
  return listProblem(value, ipRangeProblem);
}

function expiryProblem(value: unknown): string | null {
  const expiresAt = instantOf(value);
  if (expiresAt === null) return 'must be a time such as 2030-01-31T12:00:00Z';
  return expiresAt.getTime() > Date.now() ? null : 'must be in the future';
}
