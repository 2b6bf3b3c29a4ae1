import type { JsonObject } from '../../http/json-reading';
import type { ImageCall } from '../../contract/supplier';

/** From wan2.6 on, models take messages at another path. */
const ASKED_IN_MESSAGES = /^wan(?:2\.[6-9]|[3-9])/;

export function toDashScopeRequest({ upstreamModel: model, prompt, width, height, count }: ImageCall): {
  path: string;
  body: JsonObject;
} {
  const parameters = { size: `${width}*${height}`, n: count };
  if (!ASKED_IN_MESSAGES.test(model)) {
    return { path: '/services/aigc/text2image/image-synthesis', body: { model, input: { prompt }, parameters } };
  }
  const messages = [{ role: 'user', content: [{ text: prompt }] }];
  return { path: '/services/aigc/image-generation/generation', body: { model, input: { messages }, parameters } };
}
