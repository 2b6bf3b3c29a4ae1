import { Type } from 'class-transformer';
import {
  ArrayNotEmpty, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, IsUrl, Length, Matches, Max, Min, ValidateIf,
  ValidateNested,
} from 'class-validator';
import { RESPONSE_FORMAT_TYPES, type ResponseFormatType } from '../suppliers/supplier.entity';
import { SUPPLIER_KINDS } from '../suppliers/suppliers.service';
import type { Product } from './model.entity';
import type { UnitType } from './price.entity';

const MILLISECONDS = { min: 1, max: 3_600_000 };

const PARAMETER_NAME = /^(?!(?:messages|model|stream)$)[a-z][a-z0-9_]{0,63}$/;
const PARAMETER_RULE = '$property must be names of parameters, such as top_k; messages, model and stream are none';

class TimeoutsInFile {
  @IsOptional() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  connect_ms?: number;

  @IsOptional() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  first_byte_ms?: number;

  @IsOptional() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  idle_ms?: number;

  @IsOptional() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  total_ms?: number;
}

export class SupplierInFile {
  @Matches(/^[a-z0-9][a-z0-9._-]{0,63}$/, { message: 'id must be 1 to 64 of the characters a-z 0-9 . _ -' })
  id: string;

  /** The whole entry is left out where this is empty. */
  @IsOptional()
  @IsString()
  when?: string;

  @IsIn(SUPPLIER_KINDS)
  kind: string;

  /** With its version, such as https://host/v1. */
  @ValidateIf(({ kind }: SupplierInFile) => kind !== 'sandbox')
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  base_url?: string;

  @IsOptional()
  @IsArray()
  @Length(1, 1_000, { each: true })
  api_keys?: string[];

  @IsOptional()
  @IsIn(['max_tokens', 'max_completion_tokens'])
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';

  /** Whether it takes `stream_options`; left out: it does. */
  @IsOptional()
  @IsBoolean()
  stream_options?: boolean;

  /** Whether it knows the role `developer`; where not, that goes as `system`. Left out: it does. */
  @IsOptional()
  @IsBoolean()
  developer_role?: boolean;

  /** Parameters of a chat outside OpenAI's that it takes. */
  @IsOptional()
  @IsArray()
  @Matches(PARAMETER_NAME, { each: true, message: PARAMETER_RULE })
  extra_parameters?: string[];

  /** OpenAI's parameters that it does not honour: requests with them go to other routes. */
  @IsOptional()
  @IsArray()
  @Matches(PARAMETER_NAME, { each: true, message: PARAMETER_RULE })
  unsupported_parameters?: string[];

  /** The types of `response_format` that it honours; left out: all. */
  @IsOptional()
  @IsArray()
  @IsIn(RESPONSE_FORMAT_TYPES, { each: true })
  response_formats?: ResponseFormatType[];

  @IsOptional()
  @ValidateNested()
  @Type(() => TimeoutsInFile)
  @IsObject()
  timeouts?: TimeoutsInFile;
}

export class PriceInFile {
  @IsIn(['input_1k_tokens', 'output_1k_tokens', 'cache_read_1k_tokens', 'image', 'request'])
  unit_type: UnitType;

  @IsString()
  @Length(1, 100)
  unit_name: string;

  /** CNY, as text, so that no digit is lost on the way. */
  @Matches(/^\d{1,9}(\.\d{1,9})?$/, { message: 'price_cny must be a decimal in quotes, such as "0.002", of at most 9 places' })
  @IsString({ message: 'price_cny must be a decimal in quotes, such as "0.002"' })
  price_cny: string;
}

export class RouteInFile {
  @IsString()
  supplier_id: string;

  @IsString()
  @Length(1, 200)
  upstream_model: string;

  /** 0 is asked first; left out: 0. */
  @IsOptional() @IsInt() @Min(0)
  priority?: number;

  @IsOptional() @IsInt() @Min(1)
  weight?: number;

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

export class ModelInFile {
  @Matches(/^[^\s\u0000-\u001f]{1,200}$/, { message: 'id must be 1 to 200 characters without spaces' })
  id: string;

  /** The whole entry is left out where this is empty. */
  @IsOptional()
  @IsString()
  when?: string;

  @IsIn(['text', 'image', 'search'])
  product: Product;

  @IsString()
  @Length(1, 200)
  owned_by: string;

  @IsString()
  @Length(1, 200)
  display_name: string;

  @IsBoolean()
  supports_streaming: boolean;

  @IsBoolean()
  supports_function_calling: boolean;

  @IsBoolean()
  supports_vision: boolean;

  @IsInt() @Min(0) @Max(100_000_000)
  max_input_tokens: number;

  @IsInt() @Min(0) @Max(100_000_000)
  max_output_tokens: number;

  @ArrayNotEmpty()
  @IsString({ each: true })
  input_modalities: string[];

  @ArrayNotEmpty()
  @IsString({ each: true })
  output_modalities: string[];

  /** Of image models, and of them only. */
  @ValidateIf(({ product, sizes }: ModelInFile) => product === 'image' || sizes !== undefined)
  @Matches(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, { each: true, message: 'sizes must have the form <width>x<height>' })
  @ArrayUnique()
  @ArrayNotEmpty()
  sizes?: string[];

  @IsBoolean()
  active: boolean;

  /** Left out: the model is shown without a price, and cannot be used until it has one. */
  @IsOptional()
  @IsArray()
  @ArrayUnique(({ unit_type }: PriceInFile) => unit_type)
  @ValidateNested({ each: true })
  @Type(() => PriceInFile)
  prices?: PriceInFile[];

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => RouteInFile)
  routes: RouteInFile[];
}

export class CatalogFile {
  @ValidateNested({ each: true })
  @Type(() => SupplierInFile)
  @ArrayUnique(({ id }: SupplierInFile) => id)
  @IsArray()
  suppliers: SupplierInFile[];

  @ValidateNested({ each: true })
  @Type(() => ModelInFile)
  @ArrayUnique(({ id }: ModelInFile) => id)
  @IsArray()
  models: ModelInFile[];
}
