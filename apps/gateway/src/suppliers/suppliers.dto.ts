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
  /** Left out: 10,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  connect_ms?: number;

  /** To the head of the answer; left out: 120,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  first_byte_ms?: number;

  /** Between two pieces of it; left out: 60,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  idle_ms?: number;

  /** Left out: 600,000. */
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  total_ms?: number;
}

const COLUMN_NAME = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
const columnName = { message: '$property must be the name of a column, of 1 to 200 characters' };

/** Which units a row of a supplier's export stands for. */
export class UsageCsvLine {
  @Matches(/^[a-z][a-z0-9_]{0,63}$/, { message: 'unit_type must be a name such as input_1k_tokens' })
  unit_type: string;

  /** The column that says how many. */
  @Matches(COLUMN_NAME, columnName)
  units: string;

  /** By how much that is multiplied, 1 to 1,000,000: 1000 where the column counts thousands of tokens. Left out: 1. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  times?: number;

  /** The column that says what they cost. Left out: nothing, because another line has it. */
  @MayBeAbsent()
  @Matches(COLUMN_NAME, columnName)
  cost?: string;

  /** Only rows that have `only_value` in this column. Left out: all. */
  @MayBeAbsent()
  @Matches(COLUMN_NAME, columnName)
  only_column?: string;

  /** Left out: empty. */
  @MayBeAbsent()
  @IsString()
  @MaxLength(200)
  only_value?: string;
}

/** Where a supplier's export has what it billed: names of columns in its first row. */
export class UsageCsv {
  /** A column of days or times that begin with one: 2026-05-31, 2026/05/31 or 20260531. */
  @Matches(COLUMN_NAME, columnName)
  day: string;

  @Matches(COLUMN_NAME, columnName)
  upstream_model: string;

  /** What one unit of the file's currency is in CNY, a decimal string above 0; left out: "1". */
  @MayBeAbsent()
  @Satisfies((value) => amountProblem(value, { min: 1n }), { type: 'string' })
  cny_rate?: string;

  @ListOf(() => UsageCsvLine)
  @IsObject({ each: true })
  @ArrayNotEmpty()
  @ArrayMaxSize(20)
  lines: UsageCsvLine[];
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

  /**
   * Unmetered. Types of tools beside function and custom that customers may send it, such as web_search: what it bills
   * for their use is charged to nobody. Left out: none. At most 100 names of 1 to 64 of the characters a-z A-Z 0-9 _ -
   * . $, beginning with a letter.
   */
  @MayBeAbsent()
  @IsArray()
  @Matches(TOOL_TYPE, { each: true, message: '$property must be types of tools, such as web_search' })
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  extra_tools?: string[];

  /**
   * Unmetered. Parameters that customers may send it, though it may bill for them what is charged to nobody: names
   * outside OpenAI's (also inside messages and tools), and of OpenAI's service_tier (other than auto and default),
   * web_search_options, audio and modalities (other than text). Left out: none.
   */
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

  /**
   * Kind anthropic: its models have no structured output, so a json_schema is asked for as the input of a tool. Left
   * out: false.
   */
  @MayBeAbsent()
  @IsBoolean()
  json_schema_by_tool?: boolean;

  /**
   * Kind openai: how it is asked to send pictures; none: it refuses to be told. Left out: auto, which is none for
   * models named gpt-image and b64_json for others.
   */
  @MayBeAbsent()
  @IsIn(IMAGE_RESPONSE_FORMATS)
  image_response_format?: ImageResponseFormat;

  /** IANA's name of the zone whose days it bills by; left out: UTC. */
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  usage_time_zone?: string;

  /** How POST /admin/supplier-usage reads its CSV export. Left out: it has none. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => UsageCsv)
  usage_csv?: UsageCsv;

  /**
   * Kind dashscope: how often a second its jobs may be asked after, 4 to 1000, by all processes together. A quarter is
   * for requests that wait. Left out: 20.
   */
  @MayBeAbsent()
  @IsInt()
  @Min(4)
  @Max(1_000)
  polls_per_second?: number;
}

/** What is left out stays as it is. */
export class ChangeSupplierDto extends SupplierDialect {
  /** With its version, such as https://host/v1. A new one of the kind openai or searxng needs it. */
  @ValidateIf(({ kind, base_url }: Partial<CreateSupplierDto>) => needsBaseUrl(kind) || base_url !== undefined)
  @IsBaseUrl()
  base_url?: string;

  /** In the place of all that there were. Shown as their last four only. */
  @MayBeAbsent()
  @IsArray()
  @Matches(/^[\x21-\x7e]{1,1000}$/, {
    each: true,
    message: 'api_keys must be 1 to 1000 printable ASCII characters each',
  })
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
