import type { JsonObject } from '../../http/json-reading';
import type { ImageCall } from '../../contract/supplier';

export function toVolcengineRequest({ upstreamModel: model, prompt, width, height }: ImageCall): JsonObject {
  // It adds a watermark by default.
  return { model, prompt, size: `${width}x${height}`, response_format: 'b64_json', watermark: false };
}
