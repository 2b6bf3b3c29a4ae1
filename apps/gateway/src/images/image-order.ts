import { inputInvalid } from '@shipyard/http';
import type { ChargeLine } from '../billing';
import { type CatalogModel, type Model, requiredPrice, type UnitPrice, unitPriceOf } from '../models';
import { imageErrors } from './images.errors';
import { type ImageTaskInput, MAX_IMAGES } from './images.dto';

export interface ImageOrder {
  prompt: string;
  size: string;
  /** Undefined if the model has none. */
  quality: string | undefined;
  count: number;
  user: string | undefined;
}

/** Throws unsupported_size, n_too_large, or a fault of `quality`. */
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
  return { prompt: input.prompt, size, quality: qualityOf(model, input), count, user: input.user ?? undefined };
}

type Asked = Pick<ImageTaskInput, 'quality'>;

/** If none is asked for, the first of the model. */
export const askedQuality = ({ qualities }: Pick<Model, 'qualities'>, { quality }: Asked): string | undefined =>
  quality === 'auto' ? qualities?.[0] : (quality ?? qualities?.[0]);

function qualityOf(model: Model, input: Asked): string | undefined {
  const { qualities } = model;
  const asked = askedQuality(model, input);
  if (asked === undefined) return undefined;
  if (!qualities) throw inputInvalid('quality', 'is not supported by this model', 'unknown');
  if (!qualities.includes(asked))
    throw inputInvalid('quality', `must be one of ${qualities.join(', ')} for this model`);
  return asked;
}

export interface ImagePrices {
  image: UnitPrice;
  /** Undefined if a call costs nothing by itself. */
  request: UnitPrice | undefined;
}

/** Throws service_unavailable without a price. */
export function imagePrices(model: CatalogModel, { size, quality }: ImageOrder): ImagePrices {
  const facts = { size, ...(quality !== undefined && { quality }) };
  return { image: requiredPrice(model, 'image', facts), request: unitPriceOf(model, 'request', facts) };
}

export const linesFor = ({ image, request }: ImagePrices, units: number): ChargeLine[] => [
  { unitType: 'image', units, ...image },
  ...(request ? [{ unitType: 'request', units: 1, ...request }] : []),
];
