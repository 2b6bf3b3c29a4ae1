import { MayBeAbsent } from '@shipyard/http';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray, IsBoolean, IsIn, IsInt, IsObject, Matches, Max, Min, ValidateIf, ValidateNested } from 'class-validator';
import { IsBaseUrl } from './base-url';
import { IMAGE_RESPONSE_FORMATS, type ImageResponseFormat, RESPONSE_FORMAT_TYPES, type ResponseFormatType, SUPPLIER_KINDS, type SupplierKind } from './supplier.entity';

const MILLISECONDS = { min: 1, max: 3_600_000 };
const LIST_MAX = 100;
const PARAMETER_NAME = /^(?!(?:messages|model|stream)$)[a-z][a-z0-9_]{0,63}$/;
const parameterName = { each: true, message: '$property must be names of parameters, such as top_k; messages, model and stream are none' };

export const SUPPLIER_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** In milliseconds, 1 to 3,600,000 each. */
export class Timeouts {
  /** Left out: 10,000. */
  @MayBeAbsent() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  connect_ms?: number;

  /** To the head of the answer; left out: 120,000. */
  @MayBeAbsent() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  first_byte_ms?: number;

  /** Between two pieces of it; left out: 60,000. */
  @MayBeAbsent() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  idle_ms?: number;

  /** Left out: 600,000. */
  @MayBeAbsent() @IsInt() @Min(MILLISECONDS.min) @Max(MILLISECONDS.max)
  total_ms?: number;
}

/** How a supplier differs from OpenAI. */
class SupplierDialect {
  /** The name under which it takes the limit of an answer's length; left out: max_tokens. */
  @MayBeAbsent()
  @IsIn(['max_tokens', 'max_completion_tokens'])
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';

  /** Whether it takes `stream_options`; left out: true. */
  @MayBeAbsent()
  @IsBoolean()
  stream_options?: boolean;

  /** Whether it knows the role `developer`; where not, that goes as `system`. Left out: true. */
  @MayBeAbsent()
  @IsBoolean()
  developer_role?: boolean;

  /** Parameters of a chat outside OpenAI's that it takes. */
  @MayBeAbsent()
  @IsArray()
  @Matches(PARAMETER_NAME, parameterName)
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  extra_parameters?: string[];

  /** OpenAI's parameters that it does not honour: requests with them go to other routes. */
  @MayBeAbsent()
  @IsArray()
  @Matches(PARAMETER_NAME, parameterName)
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  unsupported_parameters?: string[];

  /** The types of `response_format` that it honours; left out: all. */
  @MayBeAbsent()
  @IsArray()
  @IsIn(RESPONSE_FORMAT_TYPES, { each: true })
  @ArrayUnique()
  response_formats?: ResponseFormatType[];

  /** Kind anthropic: its models have no structured output, so a json_schema is asked for as the input of a tool. Left out: false. */
  @MayBeAbsent()
  @IsBoolean()
  json_schema_by_tool?: boolean;

  /** Kind openai: how it is asked to send pictures; none: it refuses to be told. Left out: auto, which is none for models named gpt-image and b64_json for others. */
  @MayBeAbsent()
  @IsIn(IMAGE_RESPONSE_FORMATS)
  image_response_format?: ImageResponseFormat;
}

/** What is left out stays as it is. */
export class ChangeSupplierDto extends SupplierDialect {
  /** With its version, such as https://host/v1. A new one of the kind openai or searxng needs it. */
  @ValidateIf(({ kind, base_url }: Partial<CreateSupplierDto>) => kind === 'openai' || kind === 'searxng' || base_url !== undefined)
  @IsBaseUrl()
  base_url?: string;

  /** In the place of all that there were. Shown as their last four only. */
  @MayBeAbsent()
  @IsArray()
  @Matches(/^[\x21-\x7e]{1,1000}$/, { each: true, message: 'api_keys must be 1 to 1000 printable ASCII characters each' })
  @ArrayUnique()
  @ArrayMaxSize(50)
  api_keys?: string[];

  /** Its own origin may be an address that is not globally routable; left out: false. */
  @MayBeAbsent()
  @IsBoolean()
  internal?: boolean;

  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => Timeouts)
  timeouts?: Timeouts;
}

export class CreateSupplierDto extends ChangeSupplierDto {
  @Matches(SUPPLIER_ID, { message: 'id must be 1 to 64 of the characters a-z 0-9 . _ -' })
  id: string;

  @IsIn(SUPPLIER_KINDS)
  kind: SupplierKind;
}
