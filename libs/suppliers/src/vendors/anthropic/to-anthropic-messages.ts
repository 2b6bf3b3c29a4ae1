import type { ConversationPart, SeenPart, Turn } from '../../chat/conversation';
import { given } from '../../chat/given-parameters';
import type { JsonObject } from '../../http/json-reading';

const LONGEST_TITLE = 500;

export function toAnthropicMessages(turns: Turn[]): JsonObject[] {
  return turns.map(({ role, parts }) => ({ role, content: parts.map(toBlock) }));
}

function toBlock(part: ConversationPart): JsonObject {
  switch (part.kind) {
    case 'call':
      return { type: 'tool_use', id: toToolUseId(part.id), name: part.name, input: part.input };
    case 'result':
      return {
        type: 'tool_result',
        tool_use_id: toToolUseId(part.callId),
        ...(part.parts.length > 0 && { content: part.parts.map(toUnmarkedBlock) }),
        ...given('cache_control', part.cacheControl),
      };
    default:
      return toSeenBlock(part);
  }
}

export function toSeenBlock(part: SeenPart): JsonObject {
  return { ...toUnmarkedBlock(part), ...given('cache_control', part.cacheControl) };
}

function toUnmarkedBlock(part: SeenPart): JsonObject {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  if (part.kind === 'file') {
    const source = { type: 'base64', media_type: part.file.mediaType, data: part.file.data };
    const isTitle = part.name !== undefined && part.name.length <= LONGEST_TITLE;
    return { type: 'document', source, ...(isTitle && { title: part.name }) };
  }
  const { image } = part;
  if ('url' in image) return { type: 'image', source: { type: 'url', url: image.url } };
  return { type: 'image', source: { type: 'base64', media_type: image.mediaType, data: image.data } };
}

/** Other suppliers' ids contain characters that are refused here. Call and result change alike. */
const toToolUseId = (id: string) => id.replace(/[^a-zA-Z0-9_-]/g, '_') || '_';
