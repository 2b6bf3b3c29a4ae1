import type { Model } from '../models';
import { imageErrors } from './images.errors';
import { type ImageTaskInput, MAX_IMAGES } from './images.dto';

export interface ImageOrder {
  prompt: string;
  size: string;
  count: number;
  user: string | undefined;
}

/** Throws unsupported_size or n_too_large. */
export function toImageOrder(model: Model, input: ImageTaskInput): ImageOrder {
  const sizes = model.sizes ?? [];
  const size = input.size === 'auto' ? sizes[0] : (input.size ?? sizes[0]);
  if (size === undefined || !sizes.includes(size)) {
    throw imageErrors.unsupported_size({
      message: `This model supports the sizes ${sizes.join(', ')}. Choose one of them.`,
      param: 'size',
    });
  }
  const count = input.n ?? 1;
  if (count > MAX_IMAGES) throw imageErrors.n_too_large({ param: 'n' });
  return { prompt: input.prompt, size, count, user: input.user ?? undefined };
}
