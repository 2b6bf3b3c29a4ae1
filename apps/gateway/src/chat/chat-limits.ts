import { inputInvalid } from '@shipyard/http';
import type { Tokenizer } from '@shipyard/platform/tokenizer';
import { type ChatModel, mediaTokensOf, type Model } from '../models';
import { supplierErrors } from '../suppliers';
import { measureParts, type PartSizes } from '../tokens/part-sizes';
import { countPromptBytes, PromptTokens } from '../tokens/prompt-tokens';
import type { ChatRequest } from './chat-request';

/** The input may exceed the model's limit by 10 %, because tokenizers differ. */
const INPUT_TOLERANCE = 1.1;
const COUNTED_LATER = 64 * 1024;

/** Throws unsupported_parameter, or invalid_value if the answer may be too long. */
export function assertCapable(model: Model, request: ChatRequest): void {
  const { parameters } = request;
  if (request.stream && !model.supportsStreaming) throw unsupported('stream', 'is not supported by this model');
  const tools = [parameters.tools, parameters.functions].some((list) => Array.isArray(list) && list.length > 0);
  if (tools && !model.supportsFunctionCalling) throw unsupported('tools', 'are not supported by this model');
  parameters.messages.forEach(({ content }, at) => {
    if (!Array.isArray(content)) return;
    content.forEach((part: { type?: unknown }, place) => {
      if (!takesPart(model, part.type))
        throw unsupported(
          `messages[${at}].content[${place}]`,
          'has a type that this model does not take. Remove it, or choose another model',
        );
    });
  });
  if (request.limit && request.limit.tokens > model.maxOutputTokens) {
    throw inputInvalid(
      request.limit.parameter,
      `must be at most ${model.maxOutputTokens}, the most that this model generates`,
    );
  }
}

/** Text never has more tokens than bytes, so only longer text is counted, by a promise. Throws context_length_exceeded. */
export function measureInput(
  found: ChatModel,
  { parameters }: ChatRequest,
  tokenizer: Tokenizer,
): PromptTokens | Promise<PromptTokens> {
  const sizes = measureParts(parameters);
  return sizes instanceof Promise
    ? sizes.then((measured) => countInput(found, parameters, measured, tokenizer))
    : countInput(found, parameters, sizes, tokenizer);
}

function countInput(
  { model, margin }: ChatModel,
  parameters: Record<string, unknown>,
  sizes: PartSizes,
  tokenizer: Tokenizer,
): PromptTokens | Promise<PromptTokens> {
  const input = new PromptTokens(tokenizer, parameters, mediaTokensOf(model, sizes), margin);
  const mayBeTooLong = input.most > model.maxInputTokens && countPromptBytes(parameters) > model.maxInputTokens;
  if (!mayBeTooLong && input.most <= COUNTED_LATER) return input;
  return countedInput(input, model, mayBeTooLong ? Math.floor(model.maxInputTokens * INPUT_TOLERANCE) : Infinity);
}

async function countedInput(input: PromptTokens, model: Model, limit: number): Promise<PromptTokens> {
  if ((await input.countInSlices(limit)) <= limit) return input;
  throw supplierErrors.context_length_exceeded({
    message: `The input is longer than the ${model.maxInputTokens} tokens that this model takes. Shorten it, or choose a model that takes more.`,
    param: 'messages',
  });
}

function takesPart(model: Model, type: unknown): boolean {
  switch (type) {
    case 'image_url':
      return model.supportsVision;
    case 'input_audio':
      return model.inputModalities.includes('audio');
    case 'file':
      return model.inputModalities.includes('file');
    default:
      return type === 'text' || type === 'refusal';
  }
}

const unsupported = (field: string, message: string) => inputInvalid(field, message, 'unknown');
