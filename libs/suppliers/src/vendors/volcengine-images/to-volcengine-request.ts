import type { JsonObject } from '../../http/json-reading';
import type { ImageCall } from '../../contract/supplier';

/** The body of a purchase of one picture. */
export function toVolcengineRequest({ upstreamModel: model, prompt, width, height }: ImageCall): JsonObject {
  // It puts a mark on its pictures unless it is told not to.
  return { model, prompt, size: `${width}x${height}`, response_format: 'b64_json', watermark: false };
}
