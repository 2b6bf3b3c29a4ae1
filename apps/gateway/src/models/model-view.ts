import { toCnyNumber } from '../money';
import type { Product } from '../products';
import type { CatalogModel } from './catalog.service';

export interface ModelView {
  id: string;
  object: 'model';
  owned_by: string;
  product: Product;
  display_name: string;
  supports_streaming: boolean;
  supports_function_calling: boolean;
  supports_vision: boolean;
  max_input_tokens: number;
  max_output_tokens: number;
  input_modalities: string[];
  output_modalities: string[];
  /** Null if no price is configured. */
  pricing: { currency: 'CNY'; units: { unit_type: string; unit_name: string; price_cny: number }[] } | null;
  /** Unix seconds. */
  created: number;
  /** For image models: `<width>x<height>`, the default first. */
  sizes?: string[];
}

export function toModelView({ model, prices }: CatalogModel): ModelView {
  return {
    id: model.id,
    object: 'model',
    owned_by: model.ownedBy,
    product: model.product,
    display_name: model.displayName,
    supports_streaming: model.supportsStreaming,
    supports_function_calling: model.supportsFunctionCalling,
    supports_vision: model.supportsVision,
    max_input_tokens: model.maxInputTokens,
    max_output_tokens: model.maxOutputTokens,
    input_modalities: model.inputModalities,
    output_modalities: model.outputModalities,
    pricing:
      prices.length === 0
        ? null
        : {
            currency: 'CNY',
            units: prices.map(({ unitType, unitName, priceNano }) => ({
              unit_type: unitType,
              unit_name: unitName,
              price_cny: toCnyNumber(priceNano),
            })),
          },
    created: Math.floor(model.createdAt.getTime() / 1_000),
    ...(model.sizes && { sizes: model.sizes }),
  };
}
