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
  @IsString()
  last4: string;
}

export class SupplierView {
  @IsString()
  id: string;

  @IsString()
  kind: string;

  @OrNull()
  @IsString()
  base_url: string | null;

  @ListOf(() => SupplierKeyView)
  api_keys: SupplierKeyView[];

  @IsBoolean()
  internal: boolean;

  @Holds(() => Timeouts)
  timeouts: Partial<SupplierTimeouts>;

  @IsIn(['max_tokens', 'max_completion_tokens'])
  output_limit_parameter: 'max_tokens' | 'max_completion_tokens';

  @IsBoolean()
  stream_options: boolean;

  @IsBoolean()
  developer_role: boolean;

  @IsString({ each: true })
  @IsArray()
  extra_tools: string[];

  @IsString({ each: true })
  @IsArray()
  extra_parameters: string[];

  @IsString({ each: true })
  @IsArray()
  unsupported_parameters: string[];

  @IsArray()
  @IsIn(RESPONSE_FORMAT_TYPES, { each: true })
  response_formats: ResponseFormatType[];

  @IsBoolean()
  json_schema_by_tool: boolean;

  @IsIn(IMAGE_RESPONSE_FORMATS)
  image_response_format: ImageResponseFormat;

  @IsString()
  usage_time_zone: string;

  @OrNull()
  @Holds(() => UsageCsv)
  usage_csv: UsageCsvColumns | null;

  @IsInt()
  polls_per_second: number;

  @Describe('False: this installation does not serve its kind.')
  @IsBoolean()
  available: boolean;

  @IsDateString()
  created_at: string;
}

export class SupplierAnswer {
  @Holds(() => SupplierView)
  supplier: SupplierView;
}

export class SupplierCheckView {
  @Describe('Of the key. Null if the supplier has none.')
  @OrNull()
  @IsString()
  last4: string | null;

  @IsBoolean()
  ok: boolean;

  @OrNull()
  @IsInt()
  status: number | null;

  @IsNumber()
  ms: number;

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

export function toSupplierView(supplier: Supplier, keys: SupplierKey[], available: boolean): SupplierView {
  const { options } = supplier;
  return {
    id: supplier.id,
    kind: supplier.kind,
    base_url: supplier.baseUrl,
    api_keys: keys.map(({ last4 }) => ({ last4 })),
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
