import type { JsonObject } from '../../http/json-reading';
import type { ImageCall } from '../../contract/supplier';
import { userIdOf } from './user-id';

export function toZhipuImageRequest(call: ImageCall): JsonObject {
  const { upstreamModel: model, prompt, width, height, user, quality } = call;
  return {
    model,
    prompt,
    size: `${width}x${height}`,
    ...(quality !== undefined && { quality }),
    ...userIdOf(user),
  };
}
