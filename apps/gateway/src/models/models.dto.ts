import { instantOf } from '@shipyard/contracts';
import { isJsonObject } from '@shipyard/platform/json-object';
import { type JsonSchema, ListOf, MayBeAbsent, Satisfies } from '@shipyard/http';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { SUPPLIER_ID } from '../suppliers';
import type { ImagePartTokens } from '../tokens/image-tokens';
import type { OnDisconnect } from './model-route.entity';
import { PRODUCTS, type Product } from '../products';
import { UNIT_TYPES, type UnitType } from './price.entity';

const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;
const printable = { message: '$property must not contain control characters' };
const MODALITY = /^[a-z][a-z0-9_-]{0,31}$/;
const PRICE = /^\d{1,9}(\.\d{1,9})?$/;
const COUNT_MAX = 1_000_000;
const PART_TOKENS_MAX = 1_000_000;
const PART_TOKENS = { type: 'integer', minimum: 0, maximum: PART_TOKENS_MAX } as const;
export const IMAGE_PART_TOKENS_SCHEMA: JsonSchema = {
  anyOf: [
    PART_TOKENS,
    {
      type: 'object',
      properties: { base: PART_TOKENS, tile: PART_TOKENS },
      required: ['base', 'tile'],
      additionalProperties: false,
    },
  ],
};
/** Allows for clock skew: a time this little in the past means now. */
const CLOCK_SKEW_MS = 60_000;

export class ModelTerms {
  @IsIn(PRODUCTS)
  product: Product;

  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 200)
  owned_by: string;

  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 200)
  display_name: string;

  @IsBoolean()
  supports_streaming: boolean;

  @IsBoolean()
  supports_function_calling: boolean;

  @IsBoolean()
  supports_vision: boolean;

  /** Its routes are drained by default. Defaults to false. */
  @MayBeAbsent()
  @IsBoolean()
  reasoning?: boolean;

  @IsInt()
  @Min(0)
  @Max(100_000_000)
  max_input_tokens: number;

  @IsInt()
  @Min(0)
  @Max(100_000_000)
  max_output_tokens: number;

  /** For the hold: tokens, or { base, tile } for OpenAI's rule. Each 0 to 1,000,000. Defaults to 3,000. */
  @MayBeAbsent()
  @Satisfies(imagePartTokensProblem, IMAGE_PART_TOKENS_SCHEMA)
  image_part_tokens?: ImagePartTokens;

  /** Tokens, for the hold. Defaults to 20,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(PART_TOKENS_MAX)
  file_part_tokens?: number;

  @IsArray()
  @Matches(MODALITY, { each: true, message: 'input_modalities must be words such as text' })
  @ArrayUnique()
  @ArrayMaxSize(10)
  @ArrayNotEmpty()
  input_modalities: string[];

  @IsArray()
  @Matches(MODALITY, { each: true, message: 'output_modalities must be words such as text' })
  @ArrayUnique()
  @ArrayMaxSize(10)
  @ArrayNotEmpty()
  output_modalities: string[];

  /** For image models only. The default comes first. */
  @ValidateIf(({ product, sizes }: ModelTerms) => product === 'image' || (sizes !== undefined && sizes !== null))
  @IsArray()
  @Matches(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, { each: true, message: 'sizes must have the form <width>x<height>' })
  @ArrayUnique()
  @ArrayMaxSize(50)
  @ArrayNotEmpty()
  sizes?: string[] | null;

  @IsBoolean()
  active: boolean;
}

export class PriceUnit {
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 100)
  unit_name: string;

  /** CNY as text, so that no digit is lost. */
  @Matches(PRICE, { message: 'price_cny must be a decimal string such as "0.002", with at most 9 places' })
  @IsString()
  price_cny: string;
}

export class CreatePriceDto {
  @ListOf(() => PriceUnit)
  @IsObject({ each: true })
  @ArrayUnique((unit?: PriceUnit) => unit?.unit_type)
  @ArrayNotEmpty()
  @ArrayMaxSize(UNIT_TYPES.length)
  units: PriceUnit[];

  /** A time with its offset, now or in the future. Defaults to now. */
  @MayBeAbsent()
  @Satisfies(effectiveFromProblem, { type: 'string', format: 'date-time' })
  effective_from?: string;
}

export class SupplierPrice {
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @Matches(PRICE, { message: 'price_cny must be a decimal string such as "0.002", with at most 9 places' })
  @IsString()
  price_cny: string;
}

class RouteTerms {
  /** 0 is the highest priority. Defaults to 0. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(COUNT_MAX)
  priority?: number;

  /** The share among routes of one priority. Defaults to 1. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(COUNT_MAX)
  weight?: number;

  /** The maximum number of concurrent calls; null for no limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(COUNT_MAX)
  max_concurrency?: number | null;

  /** Defaults to 10. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(10)
  max_images_per_call?: number;

  @MayBeAbsent()
  @ListOf(() => SupplierPrice)
  @IsObject({ each: true })
  @ArrayUnique((price?: SupplierPrice) => price?.unit_type)
  @ArrayMaxSize(UNIT_TYPES.length)
  supplier_prices?: SupplierPrice[];

  /** `stop` reads a left stream for usage_grace_ms, `drain` for 60 s. Default: drain if `reasoning`. */
  @IsOptional()
  @IsIn(['stop', 'drain'])
  on_disconnect?: OnDisconnect | null;

  /** In milliseconds. Defaults to 5,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(60_000)
  usage_grace_ms?: number;

  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}

export class CreateRouteDto extends RouteTerms {
  @Matches(SUPPLIER_ID, { message: 'supplier_id must be the id of a supplier' })
  supplier_id: string;

  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 200)
  upstream_model: string;
}

/** Absent fields stay as they are. */
export class ChangeRouteDto extends RouteTerms {
  @MayBeAbsent()
  @Matches(SUPPLIER_ID, { message: 'supplier_id must be the id of a supplier' })
  supplier_id?: string;

  @MayBeAbsent()
  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 200)
  upstream_model?: string;
}

function effectiveFromProblem(value: unknown): string | null {
  const time = instantOf(value);
  if (time === null) return 'must be a time such as 2030-01-31T12:00:00Z';
  return time.getTime() < Date.now() - CLOCK_SKEW_MS ? 'must not be in the past: what was charged then stays' : null;
}

export function imagePartTokensProblem(value: unknown): string | null {
  const isRule =
    isJsonObject(value) && Object.keys(value).length === 2 && isPartTokens(value.base) && isPartTokens(value.tile);
  return isRule || isPartTokens(value)
    ? null
    : `must be a whole number from 0 to ${PART_TOKENS_MAX}, or { base, tile } with two of them`;
}

const isPartTokens = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= PART_TOKENS_MAX;
