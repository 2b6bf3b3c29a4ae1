import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SupplierTimeouts } from './supplier-http';

export const SUPPLIER_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export const SUPPLIER_KINDS = [
  'openai', 'anthropic', 'gemini', 'dashscope', 'volcengine-images', 'zhipu', 'tavily', 'bocha', 'serper', 'searxng', 'sandbox',
] as const;

export type SupplierKind = (typeof SUPPLIER_KINDS)[number];

export const RESPONSE_FORMAT_TYPES = ['text', 'json_object', 'json_schema'] as const;

export type ResponseFormatType = (typeof RESPONSE_FORMAT_TYPES)[number];

/** As often DashScope lets an account ask. */
export const USUAL_POLLS_PER_SECOND = 20;

export const IMAGE_RESPONSE_FORMATS = ['auto', 'b64_json', 'url', 'none'] as const;

export type ImageResponseFormat = (typeof IMAGE_RESPONSE_FORMATS)[number];

/** Where a supplier's export has what it billed: names of its columns. */
export interface UsageCsvColumns {
  day: string;
  upstream_model: string;
  /** What one unit of the file's currency is in CNY; left out: "1". */
  cny_rate?: string;
  /** `times` multiplies the units; `only_column` and `only_value` say to which rows a line belongs. */
  lines: { unit_type: string; units: string; times?: number; cost?: string; only_column?: string; only_value?: string }[];
}

/** How a supplier differs from the usual. What is left out is as at OpenAI, but for the limit's name. */
export interface SupplierOptions {
  /** The name under which this supplier takes the limit of the answer's length; left out: `max_tokens`. */
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';
  /** False: it refuses `stream_options`, so it is not asked for usage on streams. */
  stream_options?: boolean;
  /** False: it knows no `developer`, which then goes as `system`. */
  developer_role?: boolean;
  /** Types of tools beside `function` and `custom` that may reach it. What it bills for their use is not metered. */
  extra_tools?: string[];
  /** Names outside OpenAI's that it takes, and those of OpenAI's that it bills extra (`service_tier`, `web_search_options`, `audio`, `modalities`): not metered. */
  extra_parameters?: string[];
  /** OpenAI's parameters that it does not honour: requests with them go to other routes. */
  unsupported_parameters?: string[];
  /** The types of `response_format` that it honours; left out: all. */
  response_formats?: ResponseFormatType[];
  /** Kind `anthropic`. True: its models have no structured output, so a json_schema is asked for as the input of a tool that must be called. */
  json_schema_by_tool?: boolean;
  /** Kind `openai`. How it is asked to send pictures; none: it refuses to be told; left out or auto: none for models named gpt-image, b64_json for others. */
  image_response_format?: ImageResponseFormat;
  /** IANA's name of the zone whose days it bills by; left out: UTC. */
  usage_time_zone?: string;
  /** Left out: it has no export that we can read. */
  usage_csv?: UsageCsvColumns;
  /** Kind `dashscope`. How often a second its jobs may be asked after, by all processes together; left out: 20. A quarter is for requests that wait. */
  polls_per_second?: number;
  /** What is left out: 10 s to connect, 120 s to the first byte, 60 s between two, 600 s in all. */
  timeouts?: Partial<SupplierTimeouts>;
}

/** Someone who sells us answers. */
@Entity('suppliers')
export class Supplier {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  kind: SupplierKind;

  /** With its version (`https://host/v1`), without a trailing slash; null where the kind needs none. */
  @Column('text', { nullable: true })
  baseUrl: string | null;

  @Column('jsonb')
  options: SupplierOptions;

  /** Its own origin may be an address that is not globally routable. */
  @Column('boolean')
  internal: boolean;

  /** The operator has set its keys, which no longer follow the catalog file. */
  @Column('boolean')
  keysByOperator: boolean;

  @Column('timestamptz')
  createdAt: Date;
}
