import { instantOf, IsLine, lineProblem, MayBeAbsent, Satisfies } from '@shipyard/http';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsInt, IsObject, IsOptional, IsUUID, Max, Min, ValidateNested } from 'class-validator';
import { amountProblem } from '../money';
import type { Scope } from './enterprise-key.entity';
import { ipRangeProblem } from './ip-range';

const COUNT = { min: 1, max: 1_000_000_000 };
const LIST_MAX = 200;
const GRACE_MAX_SECONDS = 2_592_000;

export class BudgetDto {
  /** CNY as a decimal string of at most 9 places, not negative. */
  @Satisfies((value) => amountProblem(value, { min: 0n }), { type: 'string' })
  amount_cny: string;

  /** In the customer's time zone. */
  @IsIn(['day', 'month'])
  period: 'day' | 'month';
}

/** What a key may be used for; null lifts a limit. */
class KeyTerms {
  /** The only models that it may use; null: all. */
  @IsOptional()
  @Satisfies(modelsProblem, { type: 'array', items: { type: 'string' } })
  models?: string[] | null;

  /** Requests in 60 s; null: no limit. */
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  rpm?: number | null;

  /** Tokens in 60 s; null: no limit. */
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  tpm?: number | null;

  /** Calls at once; null: no limit. */
  @IsOptional()
  @IsInt()
  @Min(COUNT.min)
  @Max(COUNT.max)
  max_concurrency?: number | null;

  /** Null: all that the customer has. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => BudgetDto)
  budget?: BudgetDto | null;

  /** Addresses and CIDR ranges; null: all. */
  @IsOptional()
  @Satisfies(allowedIpsProblem, { type: 'array', items: { type: 'string' } })
  allowed_ips?: string[] | null;

  /** A time with its offset, in the future; null: never. */
  @IsOptional()
  @Satisfies(expiryProblem, { type: 'string', format: 'date-time' })
  expires_at?: string | null;
}

export class CreateKeyDto extends KeyTerms {
  @IsUUID()
  customer_id: string;

  /** 1-200 characters: what the key is for. */
  @IsLine({ min: 1, max: 200 })
  name: string;

  /** The products that it opens. */
  @IsArray()
  @IsIn(['text', 'image', 'search'], { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  @ArrayMaxSize(3)
  scopes: Scope[];
}

/** What is left out stays as it is. */
export class ChangeKeyDto extends KeyTerms {
  @MayBeAbsent()
  @IsLine({ min: 1, max: 200 })
  name?: string;

  @MayBeAbsent()
  @IsArray()
  @IsIn(['text', 'image', 'search'], { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  @ArrayMaxSize(3)
  scopes?: Scope[];
}

export class RotateKeyDto {
  /** For how long the old secret stays good, 0 to 2,592,000; left out: 86,400. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(GRACE_MAX_SECONDS)
  grace_seconds?: number;
}

function listProblem(value: unknown, problemOf: (member: unknown) => string | null): string | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIST_MAX) return `must be a list of 1 to ${LIST_MAX} strings`;
  if (new Set(value).size < value.length) return 'must not name anything twice';
  const at = value.findIndex((member: unknown) => problemOf(member) !== null);
  return at < 0 ? null : `has at [${at}] what ${problemOf(value[at])}`;
}

function modelsProblem(value: unknown): string | null {
  return listProblem(value, (member) => lineProblem(member, { min: 1, max: 200 }));
}

function allowedIpsProblem(value: unknown): string | null {
  return listProblem(value, ipRangeProblem);
}

function expiryProblem(value: unknown): string | null {
  const expiresAt = instantOf(value);
  if (expiresAt === null) return 'must be a time as in 2030-01-31T12:00:00Z';
  return expiresAt.getTime() > Date.now() ? null : 'must be in the future';
}
