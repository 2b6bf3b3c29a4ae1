import { given, ownParameters, stopSequences } from '../../chat/given-parameters';
import { asObject, type JsonObject } from '../../http/json-reading';
import type { ChatCall } from '../../contract/supplier';
import type { SupplierOptions } from '../../contract/supplier-options';
import { isOlderModel } from './older-models';

/** The known values of `reasoning_effort`, with the budget of its own OpenAI endpoint for older models. */
export const EFFORTS = new Map([
  ['minimal', 1_024],
  ['low', 1_024],
  ['medium', 8_192],
  ['high', 24_576],
]);

/** The catalog's own names are passed on unchanged, because the protocol takes both spellings. */
export function toGenerationConfig(
  { parameters, upstreamModel, maxOutputTokens }: ChatCall,
  options: SupplierOptions,
): JsonObject {
  const stops = stopSequences(parameters.stop);
  return {
    ...ownParameters(parameters, options),
    maxOutputTokens,
    ...given('temperature', parameters.temperature),
    ...given('topP', parameters.top_p),
    ...given('seed', parameters.seed),
    ...given('presencePenalty', parameters.presence_penalty),
    ...given('frequencyPenalty', parameters.frequency_penalty),
    ...(typeof parameters.n === 'number' && parameters.n > 1 && { candidateCount: parameters.n }),
    ...(stops.length > 0 && { stopSequences: stops }),
    ...toThinking(parameters.reasoning_effort, upstreamModel),
    ...toFormat(parameters.response_format),
  };
}

function toThinking(effort: unknown, model: string): JsonObject {
  if (typeof effort !== 'string') return {};
  return {
    thinkingConfig: isOlderModel(model)
      ? { thinkingBudget: EFFORTS.get(effort) }
      : { thinkingLevel: effort.toUpperCase() },
  };
}

function toFormat(value: unknown): JsonObject {
  const format = asObject(value);
  if (format?.type === 'json_object') return { responseMimeType: 'application/json' };
  if (format?.type !== 'json_schema') return {};
  return { responseMimeType: 'application/json', ...given('responseJsonSchema', asObject(format.json_schema)?.schema) };
}
