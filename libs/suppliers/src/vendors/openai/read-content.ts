import { asObject, asObjects, type JsonObject } from '../../http/json-reading';
import { ownCallId } from '../../chat/own-call-id';
import type { CallIds } from './call-ids';
import { citedUrl } from './cited-url';
import { nameOfCall } from './name-of-call';
import type { ChatContent } from '../../contract/supplier';
import type { ToolCallNumbers } from './tool-call-numbers';

const TEXT_KEYS = ['content', 'refusal', 'reasoning_content'] as const;

/** Drops everything that is not listed here. */
export function readMessage(message: JsonObject, callIds: CallIds): ChatContent {
  const toolCalls = asObjects(message.tool_calls).map((call) => ({
    id: typeof call.id === 'string' && call.id !== '' ? callIds.toOwn(call.id, nameOfCall(call)) : ownCallId(),
    type: call.custom === undefined ? 'function' : 'custom',
    ...readCalled(call),
  }));
  return { ...readSpoken(message), ...(toolCalls.length > 0 && { tool_calls: toolCalls }) };
}

export function readDelta(delta: JsonObject, numbers: ToolCallNumbers): ChatContent {
  // Nearly all pieces hold only text.
  if (delta.tool_calls === undefined) return readSpoken(delta);
  const toolCalls = asObjects(delta.tool_calls).map((call) => {
    const { index, id } = numbers.take(call);
    return {
      index,
      ...(id !== undefined && { id, type: call.custom === undefined ? 'function' : 'custom' }),
      ...readCalled(call),
    };
  });
  return { ...readSpoken(delta), ...(toolCalls.length > 0 && { tool_calls: toolCalls }) };
}

function readSpoken(source: JsonObject): ChatContent {
  const spoken: ChatContent = {};
  if (source.role !== undefined) spoken.role = 'assistant';
  for (const key of TEXT_KEYS) {
    const text = source[key];
    if (typeof text === 'string' || text === null) spoken[key] = text;
  }
  const called = asObject(source.function_call);
  if (called) spoken.function_call = readFunction(called);
  const audio = asObject(source.audio);
  if (audio) spoken.audio = readAudio(audio);
  const annotations = asObjects(source.annotations).flatMap(readCitation);
  if (annotations.length > 0) spoken.annotations = annotations;
  return spoken;
}

function readCalled(call: JsonObject): JsonObject {
  const called = asObject(call.function);
  const custom = asObject(call.custom);
  return {
    ...(called && { function: readFunction(called) }),
    ...(custom && { custom: pick(custom, ['name', 'input']) }),
  };
}

function readFunction(called: JsonObject): JsonObject {
  const { arguments: sent } = called;
  return {
    ...pick(called, ['name']),
    // Some suppliers of open models send the object itself instead of its JSON.
    ...(sent !== undefined && sent !== null && { arguments: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  };
}

function readAudio(audio: JsonObject): JsonObject {
  return pick(audio, ['id', 'expires_at', 'data', 'transcript']);
}

function readCitation({ type, url_citation: value }: JsonObject): JsonObject[] {
  const citation = asObject(value);
  if (type !== 'url_citation' || !citation) return [];
  const url = typeof citation.url === 'string' && { url: citedUrl(citation.url) };
  return [{ type, url_citation: { ...pick(citation, ['start_index', 'end_index', 'title']), ...url } }];
}

function pick(source: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(
    keys
      .filter((key) => typeof source[key] === 'string' || typeof source[key] === 'number')
      .map((key) => [key, source[key]]),
  );
}
