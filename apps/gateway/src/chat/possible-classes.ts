import { isJsonObject, type JsonObject } from '@shipyard/platform/json-object';
import { writesLongCache } from '../suppliers';
import type { TokenClass } from '../unit-types';

/** The classes that the answer to a request may be billed in, beside those of every chat. The hold counts the dearest. */
export function possibleClasses(
  parameters: JsonObject & { messages: JsonObject[] },
  { outputModalities }: { outputModalities: string[] },
): TokenClass[] {
  const parts = new Set(parameters.messages.flatMap(kindsIn));
  const asked: unknown[] = Array.isArray(parameters.modalities) ? parameters.modalities : outputModalities;
  const classes: [TokenClass, boolean][] = [
    ['cache_write_1h_1k_tokens', writesLongCache(parameters)],
    ['audio_input_1k_tokens', parts.has('input_audio')],
    // Suppliers show the pages of a file to the model as images.
    ['image_input_1k_tokens', parts.has('image_url') || parts.has('file')],
    ['audio_output_1k_tokens', asked.includes('audio')],
    ['image_output_1k_tokens', asked.includes('image')],
  ];
  return classes.flatMap(([unitType, isPossible]) => (isPossible ? [unitType] : []));
}

function kindsIn({ content, audio }: JsonObject): unknown[] {
  const kinds: unknown[] = Array.isArray(content) ? content.filter(isJsonObject).map(({ type }) => type) : [];
  // An earlier answer that was spoken, by its id.
  return isJsonObject(audio) ? [...kinds, 'input_audio'] : kinds;
}
