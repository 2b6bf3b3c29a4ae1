import type { JsonObject } from '../../http/json-reading';
import type { ImageCall } from '../../contract/supplier';
import type { SupplierOptions } from '../../contract/supplier-options';

const ALWAYS_BYTES = /^(?:chat)?gpt-image/;

export function toOpenAiImageRequest(
  { upstreamModel: model, prompt, width, height, count, user, quality }: ImageCall,
  options: SupplierOptions,
): JsonObject {
  const { image_response_format: told = 'auto' } = options;
  const format = told === 'auto' ? (ALWAYS_BYTES.test(model) ? 'none' : 'b64_json') : told;
  return {
    model,
    prompt,
    n: count,
    size: `${width}x${height}`,
    ...(format !== 'none' && { response_format: format }),
    ...(quality !== undefined && { quality }),
    ...(user !== undefined && { user }),
  };
}
