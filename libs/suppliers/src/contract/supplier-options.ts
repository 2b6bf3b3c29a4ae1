export const RESPONSE_FORMAT_TYPES = ['text', 'json_object', 'json_schema'] as const;

export type ResponseFormatType = (typeof RESPONSE_FORMAT_TYPES)[number];

export const IMAGE_RESPONSE_FORMATS = ['auto', 'b64_json', 'url', 'none'] as const;

export type ImageResponseFormat = (typeof IMAGE_RESPONSE_FORMATS)[number];

export interface SupplierTimeouts {
  connect_ms: number;
  first_byte_ms: number;
  idle_ms: number;
  total_ms: number;
}

/** How a supplier differs from OpenAI. An absent option means OpenAI's behavior, except for the name of the limit. */
export interface SupplierOptions {
  /** The supplier's name for the output limit; default: `max_tokens`. */
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';
  /** False: the supplier refuses `stream_options`, so streams are asked for no usage. */
  stream_options?: boolean;
  developer_role?: boolean;
  /** Unmetered: types of tools beside `function` and `custom` that the supplier gets. */
  extra_tools?: string[];
  /** Unmetered: names outside OpenAI's, and OpenAI's `service_tier`, `web_search_options`, `audio` and `modalities`. */
  extra_parameters?: string[];
  /** OpenAI's parameters that the supplier does not support. Such requests go to other routes. */
  unsupported_parameters?: string[];
  response_formats?: ResponseFormatType[];
  /** Kind `anthropic`: the models have no structured output, so a required tool asks for the json_schema. */
  json_schema_by_tool?: boolean;
  /** `openai` only: how to ask for images. `auto`: `none` for models named gpt-image, else b64_json. */
  image_response_format?: ImageResponseFormat;
  /** Defaults: 10 s to connect, 120 s to the head of a stream, 60 s between two pieces, 600 s in all. */
  timeouts?: Partial<SupplierTimeouts>;
}
