import { inputInvalid } from '@shipyard/http';
import { isJsonObject, type JsonObject } from '@shipyard/platform/json-object';
import { CHAT_ROLES, MAX_CHOICES, MAX_TOOLS } from '../v1';
import { readFallbacks } from '../metered-calls';

export interface ChatRequest {
  model: string;
  /** The models that are asked after it, if none of its routes answers. */
  /** Null: those of the key. */
  fallbacks: string[] | null;
  /** The body as sent, without model, models, stream and stream_options. */
  parameters: JsonObject & { messages: JsonObject[] };
  stream: boolean;
  includeUsage: boolean;
  obfuscated: boolean;
  choiceCount: number;
  limit: { parameter: 'max_tokens' | 'max_completion_tokens'; tokens: number } | undefined;
}

/** More than OpenAI and any supplier know, and few enough to copy cheaply. */
const MAX_FIELDS = 200;
/** Far more than any model takes. Checking a million messages would block the event loop. */
const MAX_MESSAGES = 10_000;
const MAX_TOOL_CALLS = 10_000;
const MAX_TOKENS = 100_000_000;
/** JSON.stringify exhausts the stack at some thousand levels. */
const MAX_LEVELS = 500;
/** A part has the one that its type names. A supplier that read another would read what nobody counted. */
const CONTENTS = ['text', 'refusal', 'image_url', 'input_audio', 'file'];

/** Fields that the gateway does not use pass unchecked. Throws a RequestFault. */
export function readChatRequest(body: unknown): ChatRequest {
  if (!isJsonObject(body)) throw body === undefined ? required('model') : inputInvalid('body', 'must be a JSON object');
  if (Object.keys(body).length > MAX_FIELDS) throw inputInvalid('body', `must have at most ${MAX_FIELDS} fields`);
  if (Array.isArray(body.messages) && body.messages.length > MAX_MESSAGES)
    throw inputInvalid('messages', `must be a list of at most ${MAX_MESSAGES} messages`);
  const { model, models, stream, stream_options: streamOptions, ...parameters } = body;
  if (isAbsent(model)) throw required('model');
  if (typeof model !== 'string' || model === '') throw inputInvalid('model', 'must be the id of a model');
  const fallbacks = readFallbacks(model, models);
  for (const [name, value] of Object.entries(parameters)) checkDepth(value, name);
  const messages = readMessages(parameters.messages);
  const streams = readFlag('stream', stream);
  const streamed = readStreamOptions(streamOptions, streams);
  readTools(parameters.tools);
  readResponseFormat(parameters.response_format);
  return {
    model,
    fallbacks,
    parameters: { ...parameters, messages },
    stream: streams,
    choiceCount: readWholeNumber('n', parameters.n, MAX_CHOICES) ?? 1,
    limit: readLimit(parameters),
    ...streamed,
  };
}

function checkDepth(value: unknown, field: string): void {
  if (field === 'messages' && Array.isArray(value))
    value.forEach((message: unknown, at) => checkDepth(message, `messages[${at}]`));
  else if (isDeeperThan(value, MAX_LEVELS)) throw inputInvalid(field, 'is nested too deeply');
}

/** Looks no deeper than `levels`, so no input exhausts the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function readMessages(value: unknown): JsonObject[] {
  if (isAbsent(value)) throw required('messages');
  if (!Array.isArray(value) || value.length === 0)
    throw inputInvalid('messages', 'must be a list of at least one message');
  const messages = value.map((message, at) => readMessage(message, `messages[${at}]`));
  const calls = messages.reduce((count, { tool_calls: made }) => count + (Array.isArray(made) ? made.length : 0), 0);
  if (calls > MAX_TOOL_CALLS) throw inputInvalid('messages', `must contain at most ${MAX_TOOL_CALLS} tool calls`);
  return messages;
}

function readMessage(message: unknown, field: string): JsonObject {
  if (!isJsonObject(message)) throw inputInvalid(field, 'must be an object');
  const { role, content } = message;
  if (isAbsent(role)) throw required(`${field}.role`);
  if (typeof role !== 'string' || !CHAT_ROLES.includes(role))
    throw inputInvalid(`${field}.role`, `must be one of ${CHAT_ROLES.join(', ')}`);
  if (role === 'tool') checkText(message.tool_call_id, `${field}.tool_call_id`);
  if (!isAbsent(message.tool_calls)) readToolCalls(message.tool_calls, `${field}.tool_calls`);
  if (isAbsent(content)) {
    const saysOtherwise = [message.tool_calls, message.function_call, message.refusal, message.audio].some(
      (each) => !isAbsent(each),
    );
    if (role !== 'assistant' || !saysOtherwise) throw required(`${field}.content`);
  } else if (Array.isArray(content)) {
    if (content.length === 0) throw inputInvalid(`${field}.content`, 'must not be an empty list');
    content.forEach((part, at) => checkPart(part, `${field}.content[${at}]`));
  } else if (typeof content !== 'string') {
    throw inputInvalid(`${field}.content`, 'must be a string or a list of parts');
  }
  return message;
}

function readToolCalls(value: unknown, field: string): void {
  if (!Array.isArray(value)) throw inputInvalid(field, 'must be a list');
  value.forEach((call: unknown, at) => {
    if (!isJsonObject(call)) throw inputInvalid(`${field}[${at}]`, 'must be an object');
  });
}

function checkPart(part: unknown, field: string): void {
  if (!isJsonObject(part)) throw inputInvalid(field, 'must be an object');
  if (isAbsent(part.type)) throw required(`${field}.type`);
  if (typeof part.type !== 'string') throw inputInvalid(`${field}.type`, 'must be a string');
  const other = CONTENTS.includes(part.type) && CONTENTS.find((name) => name !== part.type && !isAbsent(part[name]));
  if (other) throw inputInvalid(`${field}.${other}`, 'does not belong to a part of this type', 'unknown');
  if (part.type === 'text') checkText(part.text, `${field}.text`);
  if (part.type === 'refusal') checkText(part.refusal, `${field}.refusal`);
  if (part.type !== 'image_url') return;
  if (!isAbsent(part.image_url) && !isJsonObject(part.image_url))
    throw inputInvalid(`${field}.image_url`, 'must be an object');
  checkText(part.image_url?.url, `${field}.image_url.url`);
}

function checkText(value: unknown, field: string): void {
  if (isAbsent(value)) throw required(field);
  if (typeof value !== 'string') throw inputInvalid(field, 'must be a string');
}

function readTools(value: unknown): void {
  if (isAbsent(value)) return;
  if (!Array.isArray(value) || value.length > MAX_TOOLS)
    throw inputInvalid('tools', `must be a list of at most ${MAX_TOOLS} tools`);
  value.forEach((tool: unknown, at) => {
    const field = `tools[${at}]`;
    if (!isJsonObject(tool)) throw inputInvalid(field, 'must be an object');
    if (isAbsent(tool.type)) throw required(`${field}.type`);
    if (typeof tool.type !== 'string') throw inputInvalid(`${field}.type`, 'must be a string');
    if (tool.type === 'function') {
      const { name, parameters } = isJsonObject(tool.function) ? tool.function : {};
      if (isAbsent(name)) throw required(`${field}.function.name`);
      checkName(name, `${field}.function.name`);
      if (!isAbsent(parameters) && !isJsonObject(parameters))
        throw inputInvalid(`${field}.function.parameters`, 'must be an object');
    }
  });
}

function readResponseFormat(value: unknown): void {
  if (isAbsent(value)) return;
  if (!isJsonObject(value)) throw inputInvalid('response_format', 'must be an object');
  if (isAbsent(value.type)) throw required('response_format.type');
  if (value.type !== 'text' && value.type !== 'json_object' && value.type !== 'json_schema') {
    throw inputInvalid('response_format.type', 'must be one of text, json_object, json_schema');
  }
  if (value.type !== 'json_schema') return;
  const format = value.json_schema;
  if (isAbsent(format)) throw required('response_format.json_schema');
  if (!isJsonObject(format)) throw inputInvalid('response_format.json_schema', 'must be an object');
  if (isAbsent(format.name)) throw required('response_format.json_schema.name');
  checkName(format.name, 'response_format.json_schema.name');
  if (!isAbsent(format.schema) && !isJsonObject(format.schema))
    throw inputInvalid('response_format.json_schema.schema', 'must be an object');
}

function checkName(name: unknown, field: string): void {
  if (typeof name !== 'string' || !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
    throw inputInvalid(field, 'must be 1 to 64 of the characters a-z A-Z 0-9 _ -');
}

function readStreamOptions(value: unknown, streams: boolean): Pick<ChatRequest, 'includeUsage' | 'obfuscated'> {
  if (isAbsent(value)) return { includeUsage: false, obfuscated: false };
  if (!isJsonObject(value)) throw inputInvalid('stream_options', 'must be an object');
  if (!streams) throw inputInvalid('stream_options', 'may only be sent with stream: true');
  const { include_usage: includeUsage, include_obfuscation: obfuscated, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw inputInvalid(`stream_options.${unknown}`, 'is not a known option', 'unknown');
  return {
    includeUsage: readFlag('stream_options.include_usage', includeUsage),
    obfuscated: readFlag('stream_options.include_obfuscation', obfuscated),
  };
}

function readLimit(parameters: JsonObject): ChatRequest['limit'] {
  const maxTokens = readWholeNumber('max_tokens', parameters.max_tokens, MAX_TOKENS);
  const maxCompletionTokens = readWholeNumber('max_completion_tokens', parameters.max_completion_tokens, MAX_TOKENS);
  if (maxTokens !== undefined && maxCompletionTokens !== undefined) {
    throw inputInvalid('max_tokens', 'must not be sent together with max_completion_tokens');
  }
  if (maxCompletionTokens !== undefined) return { parameter: 'max_completion_tokens', tokens: maxCompletionTokens };
  return maxTokens === undefined ? undefined : { parameter: 'max_tokens', tokens: maxTokens };
}

function readWholeNumber(field: string, value: unknown, max: number): number | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > max) {
    throw inputInvalid(field, `must be a whole number from 1 to ${max}`);
  }
  return value;
}

function readFlag(field: string, value: unknown): boolean {
  if (isAbsent(value)) return false;
  if (typeof value !== 'boolean') throw inputInvalid(field, 'must be true or false');
  return value;
}

const required = (field: string) => inputInvalid(field, 'is required', 'missing');
const isAbsent = (value: unknown) => value === undefined || value === null;
