import type { JsonObject } from '../../http/json-reading';
import type { ImageCall } from '../../contract/supplier';
import { userIdOf } from './user-id';

export function toZhipuImageRequest({ upstreamModel: model, prompt, width, height, user }: ImageCall): JsonObject {
  return { model, prompt, size: `${width}x${height}`, ...userIdOf(user) };
}
