import type { CallPart, ConversationPart, ResultPart, SeenPart, Turn } from '../../chat/conversation';
import type { JsonObject } from '../../http/json-reading';
import { SupplierError } from '../../contract/supplier-error';
import { isOlderModel } from './older-models';

/**
 * The documented value for a call without a signature. OpenAI's tool calls have no field for one: see
 * docs/decisions/routing-and-suppliers.md.
 */
const NO_SIGNATURE = 'skip_thought_signature_validator';

export function toGeminiContents(turns: Turn[], model: string): JsonObject[] {
  return turns.map(({ role, parts }) => {
    // Only the first of parallel calls needs one.
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

function toSeenPart(part: SeenPart): JsonObject {
  if (part.kind === 'text') return { text: part.text };
  if (part.kind === 'file') return { inlineData: { mimeType: part.file.mediaType, data: part.file.data } };
  if ('url' in part.image) throw new SupplierError('refused', 'An image that was not fetched');
  return { inlineData: { mimeType: part.image.mediaType, data: part.image.data } };
}
