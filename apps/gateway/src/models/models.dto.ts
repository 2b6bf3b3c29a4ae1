import { instantOf } from '@shipyard/contracts';
import { isJsonObject } from '@shipyard/platform/json-object';
import { Describe, type JsonSchema, ListOf, MayBeAbsent, OrNull, Satisfies } from '@shipyard/http';
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
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { isIgnorable, SEARCH_DEPTHS, type SearchDepth, SUPPLIER_ID } from '../suppliers';
import type { ImagePartTokens } from '../tokens/image-tokens';
import { ON_DISCONNECT, type OnDisconnect } from './model-route.entity';
import { PRODUCTS, type Product } from '../products';
import { UNIT_TYPES, type UnitType } from '../unit-types';

const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;
const printable = { message: '$property must not contain control characters' };
const MODALITY = /^[a-z][a-z0-9_-]{0,31}$/;
const PRICE = /^\d{1,9}(\.\d{1,9})?$/;
const IMAGE_SIZE = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;
const QUALITY = /^[a-z][a-z0-9_-]{0,31}$/;
export const PRICE_UNITS_MAX = 200;
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
const IGNORED_MAX = 50;
const IGNORE_PARAMETERS_SCHEMA: JsonSchema = {
  type: 'array',
  items: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' },
  uniqueItems: true,
  maxItems: IGNORED_MAX,
};
/** Allows for clock skew: a time this little in the past means now. */
const CLOCK_SKEW_MS = 60_000;

export class ModelTerms {
  @Describe('The scope that a key needs to use the model.')
  @IsIn(PRODUCTS)
  product: Product;

  @Describe('Who made the model, as GET /v1/models shows it: 1-200 characters.')
  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 200)
  owned_by: string;

  @Describe('1-200 characters.')
  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 200)
  display_name: string;

  @Describe('Whether requests may have `stream: true`.')
  @IsBoolean()
  supports_streaming: boolean;

  @Describe('Whether requests may have tools.')
  @IsBoolean()
  supports_function_calling: boolean;

  @Describe('Whether messages may have images.')
  @IsBoolean()
  supports_vision: boolean;

  @Describe('Whether the model reasons before it answers. Its routes are drained by default. If absent: false.')
  @MayBeAbsent()
  @IsBoolean()
  reasoning?: boolean;

  @Describe('The longest prompt, in tokens. 0 for models without tokens.')
  @IsInt()
  @Min(0)
  @Max(100_000_000)
  max_input_tokens: number;

  @Describe('The longest answer, in tokens. 0 for models without tokens.')
  @IsInt()
  @Min(0)
  @Max(100_000_000)
  max_output_tokens: number;

  @Describe(
    "What the hold counts for an image in a message: tokens, or { base, tile } for OpenAI's rule. Each is 0 to 1,000,000. If absent: 3,000.",
  )
  @MayBeAbsent()
  @Satisfies(imagePartTokensProblem, IMAGE_PART_TOKENS_SCHEMA)
  image_part_tokens?: ImagePartTokens;

  @Describe(
    'The least that the hold counts for a file in a message, in tokens. A PDF counts more by its pages and text. If absent: 20,000.',
  )
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(PART_TOKENS_MAX)
  file_part_tokens?: number;

  @Describe('What the model takes: 1-10 words such as `text` and `image`.')
  @IsArray()
  @Matches(MODALITY, { each: true, message: 'input_modalities must be words such as text' })
  @ArrayUnique()
  @ArrayMaxSize(10)
  @ArrayNotEmpty()
  input_modalities: string[];

  @Describe('What the model returns: 1-10 words such as `text` and `image`.')
  @IsArray()
  @Matches(MODALITY, { each: true, message: 'output_modalities must be words such as text' })
  @ArrayUnique()
  @ArrayMaxSize(10)
  @ArrayNotEmpty()
  output_modalities: string[];

  @Describe('For image models only: 1-50 sizes as `<width>x<height>`. The default comes first.')
  @ValidateIf(({ product, sizes }: ModelTerms) => product === 'image' || (sizes !== undefined && sizes !== null))
  @OrNull()
  @IsArray()
  @Matches(IMAGE_SIZE, { each: true, message: 'sizes must have the form <width>x<height>' })
  @ArrayUnique()
  @ArrayMaxSize(50)
  @ArrayNotEmpty()
  sizes?: string[] | null;

  @Describe(
    'For image models only: 1-10 qualities, such as `low` and `high`. The default comes first. If absent or null: none.',
  )
  @IsOptional()
  @IsArray()
  @Matches(QUALITY, { each: true, message: 'qualities must be words such as high' })
  @ArrayUnique()
  @ArrayMaxSize(10)
  @ArrayNotEmpty()
  qualities?: string[] | null;

  @Describe('Whether customers see the model and can use it.')
  @IsBoolean()
  active: boolean;
}

export class PriceUnit {
  @Describe('What is counted.')
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @Describe('The unit in words, for customers: 1-100 characters.')
  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 100)
  unit_name: string;

  @Describe('CNY per unit, a decimal string with at most 9 decimal places. For `…_1k_tokens`, per thousand tokens.')
  @Matches(PRICE, { message: 'price_cny must be a decimal string such as "0.002", with at most 9 places' })
  @IsString()
  price_cny: string;

  @Describe(
    'Of chats: the price is for requests with more tokens of input than this, and then for all of their tokens.',
  )
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(100_000_000)
  above_input_tokens?: number;

  @Describe('Of images: the price is for this size, such as `1024x1024`.')
  @MayBeAbsent()
  @Matches(IMAGE_SIZE, { message: 'size must have the form <width>x<height>' })
  @IsString()
  size?: string;

  @Describe('Of images: the price is for this quality, such as `high`.')
  @MayBeAbsent()
  @Matches(QUALITY, { message: 'quality must be a word such as high' })
  @IsString()
  quality?: string;

  @Describe('Of searches: the price is for this depth.')
  @MayBeAbsent()
  @IsIn(SEARCH_DEPTHS)
  depth?: SearchDepth;
}

/** Two prices with the same key would be for the same requests. */
export const priceUnitKey = (unit?: PriceUnit) =>
  unit && JSON.stringify([unit.unit_type, unit.above_input_tokens, unit.size, unit.quality, unit.depth]);

export class CreatePriceDto {
  @Describe(
    'The price of each unit that the product has. It replaces the whole price of the model in the list. What a list does not price is inherited.',
  )
  @ListOf(() => PriceUnit)
  @IsObject({ each: true })
  @ArrayUnique(priceUnitKey)
  @ArrayNotEmpty()
  @ArrayMaxSize(PRICE_UNITS_MAX)
  units: PriceUnit[];

  @Describe('The price list that the price is of. If absent: the base list.')
  @MayBeAbsent()
  @IsUUID()
  price_list_id?: string;

  @Describe('A time with its offset, now or in the future. If absent: now.')
  @MayBeAbsent()
  @Satisfies(effectiveFromProblem, { type: 'string', format: 'date-time' })
  effective_from?: string;
}

export class SupplierPrice {
  @Describe('What is counted.')
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @Describe('What the supplier charges us per unit: CNY, a decimal string with at most 9 decimal places.')
  @Matches(PRICE, { message: 'price_cny must be a decimal string such as "0.002", with at most 9 places' })
  @IsString()
  price_cny: string;
}

class RouteTerms {
  @Describe('0 is the highest priority. Default: 0.')
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(COUNT_MAX)
  priority?: number;

  @Describe('The share of the route among routes of the same priority. Default: 1.')
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(COUNT_MAX)
  weight?: number;

  @Describe('The maximum number of concurrent calls; null: no limit.')
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(COUNT_MAX)
  max_concurrency?: number | null;

  @Describe('The maximum number of images that one call of the supplier draws. Default: 10.')
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(10)
  max_images_per_call?: number;

  @Describe('What the supplier charges us, for the reports of cost and loss. Without them, the cost is not known.')
  @MayBeAbsent()
  @ListOf(() => SupplierPrice)
  @IsObject({ each: true })
  @ArrayUnique((price?: SupplierPrice) => price?.unit_type)
  @ArrayMaxSize(UNIT_TYPES.length)
  supplier_prices?: SupplierPrice[];

  @Describe(
    'When a client leaves a stream: `stop` reads on for usage_grace_ms, `drain` for 60 s. Null: `drain` if the model reasons, otherwise `stop`.',
  )
  @IsOptional()
  @IsIn(ON_DISCONNECT)
  on_disconnect?: OnDisconnect | null;

  @Describe(
    'How long the usage of a stream may take after its last content, or with `stop` after its client left, in milliseconds. Default: 5,000.',
  )
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(60_000)
  usage_grace_ms?: number;

  @Describe(
    'Parameters of a chat that the route leaves out of its calls, where it would be refused or passed over. They may be fields of messages, parts and tools too. At most 50 names. Default: none.',
  )
  @MayBeAbsent()
  @Satisfies(ignoreParametersProblem, IGNORE_PARAMETERS_SCHEMA)
  ignore_parameters?: string[];

  @Describe('Whether requests may take the route. Default: true.')
  @MayBeAbsent()
  @IsBoolean()
  enabled?: boolean;
}

export class CreateRouteDto extends RouteTerms {
  @Describe('The id of a supplier.')
  @Matches(SUPPLIER_ID, { message: 'supplier_id must be the id of a supplier' })
  supplier_id: string;

  @Describe("The model's name at the supplier, 1-200 characters.")
  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 200)
  upstream_model: string;
}

/** Absent fields stay as they are. */
export class ChangeRouteDto extends RouteTerms {
  @Describe('The id of a supplier.')
  @MayBeAbsent()
  @Matches(SUPPLIER_ID, { message: 'supplier_id must be the id of a supplier' })
  supplier_id?: string;

  @Describe("The model's name at the supplier, 1-200 characters.")
  @MayBeAbsent()
  @IsString()
  @Matches(PRINTABLE, printable)
  @Length(1, 200)
  upstream_model?: string;
}

export function effectiveFromProblem(value: unknown): string | null {
  const time = instantOf(value);
  if (time === null) return 'must be a time such as 2030-01-31T12:00:00Z';
  return time.getTime() < Date.now() - CLOCK_SKEW_MS ? 'must not be in the past: what was charged then stays' : null;
}

function ignoreParametersProblem(value: unknown): string | null {
  if (!Array.isArray(value) || value.length > IGNORED_MAX) return `must be a list of at most ${IGNORED_MAX} names`;
  if (new Set(value).size < value.length) return 'must not contain the same item twice';
  const at = value.findIndex((name) => typeof name !== 'string' || !isIgnorable(name));
  return at < 0 ? null : `has at place ${at} no parameter that a route can ignore`;
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
