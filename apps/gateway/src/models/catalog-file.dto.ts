import { Type } from 'class-transformer';
import {
  ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, IsUrl, Length, Matches, Max, Min, ValidateIf,
  ValidateNested,
} from 'class-validator';
import { RESPONSE_FORMAT_TYPES, type ResponseFormatType } from '../suppliers/supplier.entity';
import { SUPPLIER_KINDS } from '../suppliers/suppliers.service';
import { ModelTerms, PriceUnit } from './models.dto';

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

  /** With its version, such as https://host/v1; only the kind openai has no address of its own. */
  @ValidateIf(({ kind, base_url }: SupplierInFile) => kind === 'openai' || base_url !== undefined)
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

  /** Kind anthropic: its models have no structured output, so a json_schema is asked for as the input of a tool. Left out: they have. */
  @IsOptional()
  @IsBoolean()
  json_schema_by_tool?: boolean;

  @IsOptional()
  @ValidateNested()
  @Type(() => TimeoutsInFile)
  @IsObject()
  timeouts?: TimeoutsInFile;
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

export class ModelInFile extends ModelTerms {
  @Matches(/^[^\s\p{Cc}\p{Cs}]{1,200}$/u, { message: 'id must be 1 to 200 characters without spaces' })
  id: string;

  /** The whole entry is left out where this is empty. */
  @IsOptional()
  @IsString()
  when?: string;

  /** Left out: the model is shown without a price, and cannot be used until it has one. */
  @IsOptional()
  @IsArray()
  @ArrayUnique(({ unit_type }: PriceUnit) => unit_type)
  @ValidateNested({ each: true })
  @Type(() => PriceUnit)
  prices?: PriceUnit[];

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
