import { Describe, Holds, ListOf, OrNull } from '@shipyard/http';
import {
  IMAGE_RESPONSE_FORMATS,
  type ImageResponseFormat,
  RESPONSE_FORMAT_TYPES,
  type ResponseFormatType,
  type SupplierTimeouts,
} from '@shipyard/suppliers';
import { IsArray, IsBoolean, IsDateString, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { type Supplier, type UsageCsvColumns, USUAL_POLLS_PER_SECOND } from './supplier.entity';
import type { SupplierKey } from './supplier-key.entity';
import { Timeouts, UsageCsv } from './suppliers.dto';

export class SupplierKeyView {
  @Describe('The last characters of the key.')
  @IsString()
  last4: string;

  @Describe('Until when it rests, because the supplier refused or limited it. Null if it does not rest.')
  @OrNull()
  @IsDateString()
  rests_until: string | null;
}

export class SupplierView {
  @Describe('The id of the supplier.')
  @IsString()
  id: string;

  @Describe('The protocol that the supplier speaks.')
  @IsString()
  kind: string;

  @Describe('Where it is called. Null for the default of its kind.')
  @OrNull()
  @IsString()
  base_url: string | null;

  @Describe('Its keys, without their secrets.')
  @ListOf(() => SupplierKeyView)
  api_keys: SupplierKeyView[];

  @Describe('Whether its own origin may be an address that is not globally routable.')
  @IsBoolean()
  internal: boolean;

  @Describe('How long a call may take.')
  @Holds(() => Timeouts)
  timeouts: Partial<SupplierTimeouts>;

  @Describe("The supplier's name for the output limit.")
  @IsIn(['max_tokens', 'max_completion_tokens'])
  output_limit_parameter: 'max_tokens' | 'max_completion_tokens';

  @Describe('Whether it accepts `stream_options`.')
  @IsBoolean()
  stream_options: boolean;

  @Describe('Whether it knows the role `developer`, which is otherwise sent as `system`.')
  @IsBoolean()
  developer_role: boolean;

  @Describe('Unmetered types of tools that it gets beside function and custom.')
  @IsString({ each: true })
  @IsArray()
  extra_tools: string[];

  @Describe("Unmetered parameters that it gets beside OpenAI's.")
  @IsString({ each: true })
  @IsArray()
  extra_parameters: string[];

  @Describe("OpenAI's parameters that it does not support. Requests with one of them go to other routes.")
  @IsString({ each: true })
  @IsArray()
  unsupported_parameters: string[];

  @Describe('The supported types of `response_format`.')
  @IsArray()
  @IsIn(RESPONSE_FORMAT_TYPES, { each: true })
  response_formats: ResponseFormatType[];

  @Describe('Kind anthropic: a tool asks for a json_schema, because its models have no structured output.')
  @IsBoolean()
  json_schema_by_tool: boolean;

  @Describe('Kind openai: how to ask for images. `none` asks for nothing.')
  @IsIn(IMAGE_RESPONSE_FORMATS)
  image_response_format: ImageResponseFormat;

  @Describe('The IANA time zone of its billing days.')
  @IsString()
  usage_time_zone: string;

  @Describe('How POST /admin/supplier-usage reads its CSV export. Null if it has none.')
  @OrNull()
  @Holds(() => UsageCsv)
  usage_csv: UsageCsvColumns | null;

  @Describe('Kind dashscope: polls per second by all processes together.')
  @IsInt()
  polls_per_second: number;

  @Describe('False: this installation does not serve its kind.')
  @IsBoolean()
  available: boolean;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class SupplierAnswer {
  @Describe('The supplier.')
  @Holds(() => SupplierView)
  supplier: SupplierView;
}

export class SupplierCheckView {
  @Describe('Of the key. Null if the supplier has none.')
  @OrNull()
  @IsString()
  last4: string | null;

  @Describe('Whether the check passed.')
  @IsBoolean()
  ok: boolean;

  @Describe('The HTTP status of the supplier. Null if it did not answer.')
  @OrNull()
  @IsInt()
  status: number | null;

  @Describe('How long it took, in milliseconds.')
  @IsNumber()
  ms: number;

  @Describe('What happened, in words.')
  @IsString()
  message: string;
}

export class SupplierTestView {
  @Describe('All checks passed.')
  @IsBoolean()
  ok: boolean;

  @Describe('One for each key.')
  @ListOf(() => SupplierCheckView)
  checks: SupplierCheckView[];
}

const future = (time: Date | null) => (time !== null && time.getTime() > Date.now() ? time.toISOString() : null);

export function toSupplierView(supplier: Supplier, keys: SupplierKey[], available: boolean): SupplierView {
  const { options } = supplier;
  return {
    id: supplier.id,
    kind: supplier.kind,
    base_url: supplier.baseUrl,
    api_keys: keys.map(({ last4, restsUntil }) => ({ last4, rests_until: future(restsUntil) })),
    internal: supplier.internal,
    timeouts: options.timeouts ?? {},
    output_limit_parameter: options.output_limit_parameter ?? 'max_tokens',
    stream_options: options.stream_options ?? true,
    developer_role: options.developer_role ?? true,
    extra_tools: options.extra_tools ?? [],
    extra_parameters: options.extra_parameters ?? [],
    unsupported_parameters: options.unsupported_parameters ?? [],
    response_formats: options.response_formats ?? [...RESPONSE_FORMAT_TYPES],
    json_schema_by_tool: options.json_schema_by_tool ?? false,
    image_response_format: options.image_response_format ?? 'auto',
    usage_time_zone: options.usage_time_zone ?? 'UTC',
    usage_csv: options.usage_csv ?? null,
    polls_per_second: options.polls_per_second ?? USUAL_POLLS_PER_SECOND,
    available,
    created_at: supplier.createdAt.toISOString(),
  };
}
