import type { IncomingMessage } from 'node:http';
import type { ChatCompletionRequest } from '@shipyard/contracts';
import { isJsonObject } from '@shipyard/platform/json-object';
import { CANARY } from './canary';

export type FakeRequestBody = ChatCompletionRequest & {
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  n?: number;
  [parameter: string]: unknown;
};

export interface FakeDialect {
  refuses?: string[];
  takes?: string[];
}

const PATHS = [`/${CANARY}/v1/chat/completions`, '/v1/chat/completions'];

const PARAMETERS = new Set([
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'metadata',
  'modalities',
  'model',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
]);

export function faultOfHead(
  { method, url = '', headers }: IncomingMessage,
  apiKey: string,
): { status: number; message: string } | undefined {
  if (headers.authorization !== `Bearer ${apiKey}`) return { status: 401, message: 'Incorrect API key provided' };
  if (!PATHS.includes(url)) return { status: 404, message: `Invalid URL (${method} ${url})` };
  if (method !== 'POST') return { status: 405, message: 'Method not allowed' };
  if (headers['content-type']?.split(';')[0] !== 'application/json')
    return { status: 415, message: 'The body must be application/json' };
  return undefined;
}

export function faultOfBody(body: unknown, dialect: FakeDialect): string | undefined {
  if (!isJsonObject(body)) return 'body: must be an object';
  const { model, messages, stream, stream_options: streamOptions } = body;
  if (typeof model !== 'string') return 'model: you must provide a model parameter';
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: must hold at least one message';
  const unknown = Object.keys(body).find((name) => !PARAMETERS.has(name) && !dialect.takes?.includes(name));
  if (unknown !== undefined) return `${unknown}: unknown parameter`;
  const refused = Object.keys(body).find((name) => dialect.refuses?.includes(name));
  if (refused !== undefined) return `${refused}: unsupported parameter`;
  if (
    dialect.refuses?.includes('developer') &&
    messages.some((message) => isJsonObject(message) && message.role === 'developer')
  ) {
    return 'messages: unknown variant developer';
  }
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined)
    return 'max_tokens: must not stand beside max_completion_tokens';
  if (streamOptions !== undefined && stream !== true) return 'stream_options: is only allowed when stream is on';
  return undefined;
}
