export const RESPONSE_FORMAT_TYPES = ['text', 'json_object', 'json_schema'] as const;

export type ResponseFormatType = (typeof RESPONSE_FORMAT_TYPES)[number];

export const IMAGE_RESPONSE_FORMATS = ['auto', 'b64_json', 'url', 'none'] as const;

export type ImageResponseFormat = (typeof IMAGE_RESPONSE_FORMATS)[number];

/** In milliseconds. */
export interface SupplierTimeouts {
  connect_ms: number;
  /** To the head of the answer. */
  first_byte_ms: number;
  /** Between two pieces of the answer. */
  idle_ms: number;
  total_ms: number;
}

/** How a supplier differs from OpenAI. An absent option means OpenAI's behavior, except for the name of the limit. */
export interface SupplierOptions {
  /** The name under which this supplier takes the limit of the answer's length; left out: `max_tokens`. */
  output_limit_parameter?: 'max_tokens' | 'max_completion_tokens';
  /** False: it refuses `stream_options`, so it is not asked for usage on streams. */
  stream_options?: boolean;
  /** False: it knows no `developer`, which then goes as `system`. */
  developer_role?: boolean;
  /** Types of tools beside `function` and `custom` that may reach it. What it bills for their use is not metered. */
  extra_tools?: string[];
  /**
   * Names outside OpenAI's that it takes, and those of OpenAI's that it bills extra (`service_tier`,
   * `web_search_options`, `audio`, `modalities`): not metered.
   */
  extra_parameters?: string[];
  /** OpenAI's parameters that it does not honour: requests with them go to other routes. */
  unsupported_parameters?: string[];
  /** The types of `response_format` that it honours; left out: all. */
  response_formats?: ResponseFormatType[];
  /**
   * Kind `anthropic`. True: its models have no structured output, so a json_schema is asked for as the input of a tool
   * that must be called.
   */
  json_schema_by_tool?: boolean;
  /**
   * Kind `openai`. How it is asked to send pictures; none: it refuses to be told; left out or auto: none for models
   * named gpt-image, b64_json for others.
   */
  image_response_format?: ImageResponseFormat;
  /** What is left out: 10 s to connect, 120 s to the first byte, 60 s between two, 600 s in all. */
  timeouts?: Partial<SupplierTimeouts>;
}
