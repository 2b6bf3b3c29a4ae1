import type { CallPart, ConversationPart, ImagePart, ResultPart, TextPart, Turn } from '../../chat/conversation';
import type { JsonObject } from '../../http/json-reading';
import { SupplierError } from '../../contract/supplier-error';
import { isOlderModel } from './older-models';

/**
 * The supplier's documented word for a call whose signature the caller does not have. OpenAI's tool calls have no place
 * for signatures that every client would send back, and one in an id would break the same conversation at other
 * suppliers: so customers see none.
 */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** The turns of a conversation as contents. */
export function toGeminiContents(turns: Turn[], model: string): JsonObject[] {
  return turns.map(({ role, parts }) => {
    // It is asked for on the first of the calls that were made at once.
    const signed = isOlderModel(model) ? undefined : parts.find(({ kind }) => kind === 'call');
    return {
      role: role === 'user' ? 'user' : 'model',
      parts: parts.flatMap((part) =>
        toParts(part).map((sent) => (part === signed ? { ...sent, thoughtSignature: NO_SIGNATURE } : sent)),
      ),
    };
  });
}

function toParts(part: ConversationPart): JsonObject[] {
  switch (part.kind) {
    case 'call':
      return [toCall(part)];
    case 'result':
      return toResult(part);
    default:
      return [toSeenPart(part)];
  }
}

const toCall = ({ id, name, input }: CallPart) => ({ functionCall: { id, name, args: input } });

function toResult({ callId, name, parts }: ResultPart): JsonObject[] {
  if (name === undefined) throw new SupplierError('refused', 'A tool answers that was not called');
  const output = parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n');
  const images = parts.filter((part) => part.kind === 'image');
  return [{ functionResponse: { id: callId, name, response: { output } } }, ...images.map(toSeenPart)];
}

function toSeenPart(part: TextPart | ImagePart): JsonObject {
  if (part.kind === 'text') return { text: part.text };
  if ('url' in part.image) throw new SupplierError('refused', 'A picture by its address');
  return { inlineData: { mimeType: part.image.mediaType, data: part.image.data } };
}
