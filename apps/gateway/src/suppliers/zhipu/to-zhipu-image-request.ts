import type { JsonObject } from '../json-reading';
import type { ImageCall } from '../supplier';

const USER_LENGTH = { min: 6, max: 128 };

/** The body of a purchase of one picture. A label of an end user that is too short or too long for it is left out. */
export function toZhipuImageRequest({ upstreamModel: model, prompt, width, height, user = '' }: ImageCall): JsonObject {
  const isLabel = user.length >= USER_LENGTH.min && user.length <= USER_LENGTH.max;
  return { model, prompt, size: `${width}x${height}`, ...(isLabel && { user_id: user }) };
}
