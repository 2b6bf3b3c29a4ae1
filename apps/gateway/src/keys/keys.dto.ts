import { instantOf } from '@shipyard/contracts';
import { Describe, IsLine, MayBeAbsent, Satisfies } from '@shipyard/http';
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
import { BudgetDto, COUNT, LIST_MAX, listOf, listProblem, MODELS_SCHEMA, modelsProblem, RatesDto } from '../customers';
import { MAX_FALLBACKS } from '../products';
import { ipRangeProblem } from './ip-range';
import { SCOPES, type Scope } from './scope';

const NAME = { min: 1, max: 200 };
export const GRACE_SECONDS = 86_400;
export const MAX_ABANDONED = 30;
const GRACE_MAX_SECONDS = 2_592_000;

const ABOUT_SCOPES =
  'The products that the key may use. `keys`: it may manage the keys of its customer and read all usage of the customer.';

class KeyTerms extends RatesDto {
  @Describe(`The ids of the models that the key may use, 1-${LIST_MAX}; null: all models of its scopes.`)
  @IsOptional()
  @Satisfies(modelsProblem, MODELS_SCHEMA)
  models?: string[] | null;

  @Describe(
    `The ids of up to ${MAX_FALLBACKS} models that calls without \`models\` ask next, in this order; null: none. Those of other products, and those that the key may not use, are passed over.`,
  )
  @IsOptional()
  @Satisfies(fallbackProblem, {
    ...MODELS_SCHEMA,
    maxItems: MAX_FALLBACKS,
  })
  fallback?: string[] | null;

  @Describe(`How many clients per 60 s may leave a chat before its first content; null or absent: ${MAX_ABANDONED}.`)
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(COUNT.max)
  max_abandoned?: number | null;

  @Describe('The most that the key may spend in a day or a month; null: no limit.')
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => BudgetDto)
  budget?: BudgetDto | null;

  @Describe(`1-${LIST_MAX} IP addresses and CIDR ranges, such as 192.0.2.0/24; null: all.`)
  @IsOptional()
  @Satisfies(allowedIpsProblem, listOf({ type: 'string' }))
  allowed_ips?: string[] | null;

  @Describe('A time in the future with its offset, when the key stops working; null: never.')
  @IsOptional()
  @Satisfies(expiryProblem, { type: 'string', format: 'date-time' })
  expires_at?: string | null;
}

/** What a customer sends for a key of its own. Absent terms are those of the key that creates it. */
export class CreateOwnKeyDto extends KeyTerms {
  @Describe(`${NAME.min}-${NAME.max} characters: what the key is for.`)
  @IsLine(NAME)
  name: string;

  @Describe(ABOUT_SCOPES)
  @IsArray()
  @IsIn(SCOPES, { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  @ArrayMaxSize(SCOPES.length)
  scopes: Scope[];
}

export class CreateKeyDto extends CreateOwnKeyDto {
  @Describe('The id of the customer who pays for the key.')
  @IsUUID()
  customer_id: string;
}

export class ChangeKeyDto extends KeyTerms {
  @Describe(`${NAME.min}-${NAME.max} characters: what the key is for.`)
  @MayBeAbsent()
  @IsLine(NAME)
  name?: string;

  @Describe(ABOUT_SCOPES)
  @MayBeAbsent()
  @IsArray()
  @IsIn(SCOPES, { each: true })
  @ArrayUnique()
  @ArrayNotEmpty()
  @ArrayMaxSize(SCOPES.length)
  scopes?: Scope[];
}

export class RotateKeyDto {
  @Describe(`How long the old secret stays valid, in seconds. If absent: ${GRACE_SECONDS.toLocaleString('en')}.`)
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(GRACE_MAX_SECONDS)
  grace_seconds?: number;
}

function fallbackProblem(value: unknown): string | null {
  if (Array.isArray(value) && value.length > MAX_FALLBACKS) return `must be a list of 1 to ${MAX_FALLBACKS} strings`;
  return modelsProblem(value);
}

function allowedIpsProblem(value: unknown): string | null {
  return listProblem(value, ipRangeProblem);
}

function expiryProblem(value: unknown): string | null {
  const expiresAt = instantOf(value);
  if (expiresAt === null) return 'must be a time such as 2030-01-31T12:00:00Z';
  return expiresAt.getTime() > Date.now() ? null : 'must be in the future';
}
