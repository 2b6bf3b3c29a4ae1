import { ListOf, MayBeAbsent, Satisfies } from '@shipyard/http';
import {
  IMAGE_RESPONSE_FORMATS,
  type ImageResponseFormat,
  needsBaseUrl,
  RESPONSE_FORMAT_TYPES,
  type ResponseFormatType,
  SUPPLIER_KINDS,
  type SupplierKind,
} from '@shipyard/suppliers';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { timeZoneProblem } from '../database/time-zone';
import { amountProblem } from '../money';
import { IsBaseUrl } from './base-url';
import { SUPPLIER_ID } from './supplier.entity';

const MILLISECONDS = { min: 1, max: 3_600_000 };
const LIST_MAX = 100;
const PARAMETER_NAME = /^(?!(?:messages|model|stream)$)[a-z][a-z0-9_]{0,63}$/;
const TOOL_TYPE = /^[a-zA-Z][a-zA-Z0-9_$.-]{0,63}$/;
const parameterName = {
  each: true,
  message: '$property must be names of parameters such as top_k, but not messages, model or stream',
};

/** In milliseconds, 1 to 3,600,000 each. */
export class Timeouts {
  /** Defaults to 10,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  connect_ms?: number;

  /** To the head of the answer. Defaults to 120,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  first_byte_ms?: number;

  /** Between two pieces. Defaults to 60,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  idle_ms?: number;

  /** Defaults to 600,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  total_ms?: number;
}

const COLUMN_NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
const columnName = { message: '$property must be the name of a column, of 1 to 200 characters' };

/** Which units a row of a supplier's export has. */
export class UsageCsvLine {
  @Matches(/^[a-z][a-z0-9_]{0,63}$/, { message: 'unit_type must be a name such as input_1k_tokens' })
  unit_type: string;

  @Matches(COLUMN_NAME, columnName)
  units: string;

  /** Multiplies the column, 1 to 1,000,000: 1000 if it counts thousands of tokens. Defaults to 1. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  times?: number;

  /** The column of their cost. Absent if another line has it. */
  @MayBeAbsent()
  @Matches(COLUMN_NAME, columnName)
  cost?: string;

  /** Selects rows with `only_value` in this column. Defaults to all. */
  @MayBeAbsent()
  @Matches(COLUMN_NAME, columnName)
  only_column?: string;

  /** Defaults to an empty text. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(200)
  only_value?: string;
}

export class UsageCsv {
  /** A column of days, or of times that start with one: 2026-05-31, 2026/05/31 or 20260531. */
  @Matches(COLUMN_NAME, columnName)
  day: string;

  @Matches(COLUMN_NAME, columnName)
  upstream_model: string;

  /** One unit of the file's currency in CNY, a decimal string above 0. Defaults to "1". */
  @MayBeAbsent()
  @Satisfies((value) => amountProblem(value, { min: 1n }), { type: 'string' })
  cny_rate?: string;

  @ListOf(() => UsageCsvLine)
  @IsObject({ each: true })
  @ArrayNotEmpty()
  @ArrayMaxSize(20)
  lines: UsageCsvLine[];
}

class SupplierDialect {
  /** The supplier's name for the output limit. Defaults to max_tokens. */
  @MayBeAbsent()
  @IsIn(['max_tokens', 'max_completion_tokens'])
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';

  /** Whether it accepts `stream_options`. Defaults to true. */
  @MayBeAbsent()
  @IsBoolean()
  stream_options?: boolean;

  /** Whether it knows the role `developer`, which is otherwise sent as `system`. Defaults to true. */
  @MayBeAbsent()
  @IsBoolean()
  developer_role?: boolean;

  /**
   * Unmetered types of tools that it gets beside function and custom, such as web_search. No customer is charged for
   * them. At most 100 names of 1 to 64 of a-z A-Z 0-9 _ - . $, starting with a letter. Defaults to none.
   */
  @MayBeAbsent()
  @IsArray()
  @Matches(TOOL_TYPE, { each: true, message: '$property must be types of tools, such as web_search' })
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  extra_tools?: string[];

  /**
   * Unmetered parameters that it gets: names outside OpenAI's (also inside messages and tools), and service_tier (other
   * than auto and default), web_search_options, audio and modalities (other than text). No customer is charged for
   * them. Defaults to none.
   */
  @MayBeAbsent()
  @IsArray()
  @Matches(PARAMETER_NAME, parameterName)
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  extra_parameters?: string[];

  /** OpenAI's parameters that it does not support. Such requests go to other routes. */
  @MayBeAbsent()
  @IsArray()
  @Matches(PARAMETER_NAME, parameterName)
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  unsupported_parameters?: string[];

  /** The supported types of `response_format`. Defaults to all. */
  @MayBeAbsent()
  @IsArray()
  @IsIn(RESPONSE_FORMAT_TYPES, { each: true })
  @ArrayUnique()
  response_formats?: ResponseFormatType[];

  /** Kind anthropic: a tool asks for a json_schema, because its models have no structured output. Defaults to false. */
  @MayBeAbsent()
  @IsBoolean()
  json_schema_by_tool?: boolean;

  /**
   * Kind openai: how to ask for images; none asks nothing. Default: auto, which is none for models named gpt-image and
   * b64_json for others.
   */
  @MayBeAbsent()
  @IsIn(IMAGE_RESPONSE_FORMATS)
  image_response_format?: ImageResponseFormat;

  /** The IANA time zone of its billing days. Defaults to UTC. */
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  usage_time_zone?: string;

  /** How POST /admin/supplier-usage reads its CSV export. Absent if it has none. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => UsageCsv)
  usage_csv?: UsageCsv;

  /**
   * Kind dashscope: polls per second by all processes together, 4 to 1000. A quarter is for requests that wait.
   * Defaults to 20.
   */
  @MayBeAbsent()
  @IsInt()
  @Min(4)
  @Max(1_000)
  polls_per_second?: number;
}

/** An absent field does not change. */
export class ChangeSupplierDto extends SupplierDialect {
  /** With its version, such as https://host/v1. Required for a new one of the kind openai or searxng. */
  @ValidateIf(({ kind, base_url }: Partial<CreateSupplierDto>) => needsBaseUrl(kind) || base_url !== undefined)
  @IsBaseUrl()
  base_url?: string;

  /** Replaces all keys. Only their last four characters are shown. */
  @MayBeAbsent()
  @IsArray()
  @Matches(/^[\x21-\x7e]{1,1000}$/, {
    each: true,
    message: 'api_keys must be 1 to 1000 printable ASCII characters each',
  })
  @ArrayUnique()
  @ArrayMaxSize(50)
  api_keys?: string[];

  /** Its own origin may be an address that is not globally routable. Defaults to false. */
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
