/** The parts of OpenAI's chat completions that the gateway and its customers in this repository both use. */

export interface ChatTextPart {
  type: 'text';
  text: string;
}

export interface ChatImagePart {
  type: 'image_url';
  image_url: { url: string };
}

export interface ChatMessage {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  content: string | (ChatTextPart | ChatImagePart)[] | null;
}

export interface JsonSchemaFormat {
  type: 'json_schema';
  json_schema: { name: string; schema?: Record<string, unknown>; strict?: boolean };
}

export interface ChatCompletionRequest {
  model: string;
  messages: ChatMessage[];
  max_tokens?: number;
  response_format?: { type: 'text' } | { type: 'json_object' } | JsonSchemaFormat;
}

export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /** The prompt tokens from the supplier's cache. */
  prompt_tokens_details?: { cached_tokens: number };
  cost_cny?: number;
  /** An extension of the gateway: the supplier sent no usage, so we counted the tokens. */
  estimated?: boolean;
}

export const FINISH_REASONS = ['stop', 'length', 'tool_calls', 'content_filter', 'function_call'] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

export interface ChatCompletion {
  id: string;
  object: 'chat.completion';
  created: number;
  model: string;
  choices: {
    index: number;
    message: { role: 'assistant'; content: string | null; refusal: string | null };
    logprobs: null;
    finish_reason: FinishReason;
  }[];
  usage?: ChatUsage;
}

export interface ChatCompletionChunk {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  choices: {
    index: number;
    delta: { role?: 'assistant'; content?: string; refusal?: string | null };
    logprobs: null;
    finish_reason: FinishReason | null;
  }[];
  usage?: ChatUsage | null;
}
