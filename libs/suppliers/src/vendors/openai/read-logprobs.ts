import { asArray, asObject, asObjects, type JsonObject } from '../../http/json-reading';

/** Returns exactly the keys that OpenAI's schema requires, or null. */
export function readLogprobs(value: unknown): { content: JsonObject[] | null; refusal: JsonObject[] | null } | null {
  const logprobs = asObject(value);
  if (!logprobs) return null;
  return { content: readTokens(logprobs.content), refusal: readTokens(logprobs.refusal) };
}

function readTokens(value: unknown): JsonObject[] | null {
  if (!Array.isArray(value)) return null;
  return asObjects(value).map((token) => ({
    ...readToken(token),
    top_logprobs: asObjects(token.top_logprobs).map(readToken),
  }));
}

function readToken({ token, logprob, bytes }: JsonObject): JsonObject {
  return {
    token: typeof token === 'string' ? token : '',
    logprob: typeof logprob === 'number' ? logprob : 0,
    bytes: Array.isArray(bytes) ? asArray(bytes).filter((byte) => typeof byte === 'number') : null,
  };
}
