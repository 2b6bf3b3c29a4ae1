import { Describe, ListOf, MayBeAbsent, Satisfies } from '@shipyard/http';
import {
  DEFAULT_TIMEOUTS,
  IMAGE_RESPONSE_FORMATS,
  type ImageResponseFormat,
  needsBaseUrl,
  RESPONSE_FORMAT_TYPES,
  type ResponseFormatType,
  SUPPLIER_KINDS,
  type SupplierKind,
  type SupplierTimeouts,
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
import { AMOUNT_SCHEMA, amountProblem } from '../money';
import { IsBaseUrl } from './base-url';
import { SUPPLIER_ID, USUAL_POLLS_PER_SECOND } from './supplier.entity';

const MILLISECONDS = { min: 1, max: 3_600_000 };
const usual = (name: keyof SupplierTimeouts) => DEFAULT_TIMEOUTS[name].toLocaleString('en-US');
const LIST_MAX = 100;
const PARAMETER_NAME = /^(?!(?:messages|model|stream)$)[a-z][a-z0-9_]{0,63}$/;
const TOOL_TYPE = /^[a-zA-Z][a-zA-Z0-9_$.-]{0,63}$/;
const parameterName = {
  each: true,
  message: '$property must be names of parameters such as top_k, but not messages, model or stream',
};

/** In milliseconds, 1 to 3,600,000 each. */
export class Timeouts {
  @Describe(`To connect, in milliseconds. Default: ${usual('connect_ms')}.`)
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  connect_ms?: number;

  @Describe(
    `Until the head of a stream, in milliseconds. Default: ${usual('first_byte_ms')}. A whole answer has until total_ms.`,
  )
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  first_byte_ms?: number;

  @Describe(`Between two pieces of an answer, in milliseconds. Default: ${usual('idle_ms')}.`)
  @MayBeAbsent()
  @IsInt()
  @Min(MILLISECONDS.min)
  @Max(MILLISECONDS.max)
  idle_ms?: number;

  @Describe(`For the whole call, in milliseconds. Default: ${usual('total_ms')}.`)
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
  @Describe('The unit that this line reports, such as input_1k_tokens.')
  @Matches(/^[a-z][a-z0-9_]{0,63}$/, { message: 'unit_type must be a name such as input_1k_tokens' })
  unit_type: string;

  @Describe('The column of the number of units, 1-200 characters.')
  @Matches(COLUMN_NAME, columnName)
  units: string;

  @Describe('Multiplies the column: 1000 if it counts thousands of tokens. Default: 1.')
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  times?: number;

  @Describe('The column of their cost. Absent if another line has it.')
  @MayBeAbsent()
  @Matches(COLUMN_NAME, columnName)
  cost?: string;

  @Describe('Selects the rows that have `only_value` in this column. Default: all rows.')
  @MayBeAbsent()
  @Matches(COLUMN_NAME, columnName)
  only_column?: string;

  @Describe('At most 200 characters. Default: an empty text.')
  @MayBeAbsent()
  @IsString()
  @MaxLength(200)
  only_value?: string;
}

export class UsageCsv {
  @Describe('The column of days, or of times that start with one: 2026-05-31, 2026/05/31 or 20260531.')
  @Matches(COLUMN_NAME, columnName)
  day: string;

  @Describe("The column of the model's name at the supplier.")
  @Matches(COLUMN_NAME, columnName)
  upstream_model: string;

  @Describe('One unit of the file\'s currency in CNY: a decimal string above 0. Default: "1".')
  @MayBeAbsent()
  @Satisfies((value) => amountProblem(value, { min: 1n }), AMOUNT_SCHEMA)
  cny_rate?: string;

  @Describe('Which units each row of the export reports: 1-20 lines.')
  @ListOf(() => UsageCsvLine)
  @IsObject({ each: true })
  @ArrayNotEmpty()
  @ArrayMaxSize(20)
  lines: UsageCsvLine[];
}

class SupplierDialect {
  @Describe("The supplier's name for the output limit. Default: max_tokens.")
  @MayBeAbsent()
  @IsIn(['max_tokens', 'max_completion_tokens'])
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';

  @Describe('Whether it accepts `stream_options`. Default: true.')
  @MayBeAbsent()
  @IsBoolean()
  stream_options?: boolean;

  @Describe('Whether it knows the role `developer`, which is otherwise sent as `system`. Default: true.')
  @MayBeAbsent()
  @IsBoolean()
  developer_role?: boolean;

  @Describe(
    'Unmetered types of tools that it gets beside function and custom, such as web_search. No customer is charged for them. At most 100 names. Default: none.',
  )
  @MayBeAbsent()
  @IsArray()
  @Matches(TOOL_TYPE, { each: true, message: '$property must be types of tools, such as web_search' })
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  extra_tools?: string[];

  @Describe(
    "Unmetered parameters that it gets: names outside OpenAI's (also inside messages and tools), and service_tier (other than auto and default), web_search_options, audio and modalities (other than text). No customer is charged for them. At most 100 names. Default: none.",
  )
  @MayBeAbsent()
  @IsArray()
  @Matches(PARAMETER_NAME, parameterName)
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  extra_parameters?: string[];

  @Describe(
    "OpenAI's parameters that it does not support, at most 100. Requests with one of them go to other routes. Default: none.",
  )
  @MayBeAbsent()
  @IsArray()
  @Matches(PARAMETER_NAME, parameterName)
  @ArrayUnique()
  @ArrayMaxSize(LIST_MAX)
  unsupported_parameters?: string[];

  @Describe('The supported types of `response_format`. Default: all.')
  @MayBeAbsent()
  @IsArray()
  @IsIn(RESPONSE_FORMAT_TYPES, { each: true })
  @ArrayUnique()
  response_formats?: ResponseFormatType[];

  @Describe(
    'Kind anthropic: a tool asks for a json_schema, because its models have no structured output. Default: false.',
  )
  @MayBeAbsent()
  @IsBoolean()
  json_schema_by_tool?: boolean;

  @Describe(
    'Kind openai: how to ask for images; `none` asks for nothing. Default: auto, which is none for models named gpt-image and b64_json for others.',
  )
  @MayBeAbsent()
  @IsIn(IMAGE_RESPONSE_FORMATS)
  image_response_format?: ImageResponseFormat;

  @Describe('The IANA time zone of its billing days. Default: UTC.')
  @MayBeAbsent()
  @Satisfies(timeZoneProblem, { type: 'string' })
  usage_time_zone?: string;

  @Describe('How POST /admin/supplier-usage reads its CSV export. Default: it has none.')
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => UsageCsv)
  usage_csv?: UsageCsv;

  @Describe(
    `Kind dashscope: polls per second by all processes together. A quarter is for requests that wait. Default: ${USUAL_POLLS_PER_SECOND}.`,
  )
  @MayBeAbsent()
  @IsInt()
  @Min(4)
  @Max(1_000)
  polls_per_second?: number;
}

/** An absent field does not change. */
export class ChangeSupplierDto extends SupplierDialect {
  @Describe(
    'With its version, such as https://host/v1: at most 1,000 characters, without `?` and `#`. Required for a new supplier of the kind openai or searxng.',
  )
  @ValidateIf(({ kind, base_url }: Partial<CreateSupplierDto>) => needsBaseUrl(kind) || base_url !== undefined)
  @IsBaseUrl()
  base_url?: string;

  @Describe(
    'At most 50 keys of 1-1,000 printable ASCII characters. Replaces all keys. Responses show only their last four characters.',
  )
  @MayBeAbsent()
  @IsArray()
  @Matches(/^[\x21-\x7e]{1,1000}$/, {
    each: true,
    message: 'api_keys must be 1 to 1000 printable ASCII characters each',
  })
  @ArrayUnique()
  @ArrayMaxSize(50)
  api_keys?: string[];

  @Describe('Whether its own origin may be an address that is not globally routable. Default: false.')
  @MayBeAbsent()
  @IsBoolean()
  internal?: boolean;

  @Describe('How long a call may take, 1 ms to 1 hour each.')
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => Timeouts)
  timeouts?: Timeouts;
}

export class CreateSupplierDto extends ChangeSupplierDto {
  @Describe('1-64 of `a-z 0-9 . _ -`, unique. It begins with a letter or a digit.')
  @Matches(SUPPLIER_ID, { message: 'id must be 1 to 64 of the characters a-z 0-9 . _ -' })
  id: string;

  @Describe('The protocol that the supplier speaks.')
  @IsIn(SUPPLIER_KINDS)
  kind: SupplierKind;
}
