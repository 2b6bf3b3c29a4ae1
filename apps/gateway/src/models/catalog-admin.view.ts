import { formatCny } from '../money';
import type { ImagePartTokens } from '../tokens/image-tokens';
import { type ModelRoute, type OnDisconnect, onDisconnectOf } from './model-route.entity';
import type { Product } from '../products';
import { mediaTokensOf, type Model } from './model.entity';
import type { Price, UnitType } from './price.entity';

export interface ModelRecordView {
  id: string;
  product: Product;
  owned_by: string;
  display_name: string;
  supports_streaming: boolean;
  supports_function_calling: boolean;
  supports_vision: boolean;
  reasoning: boolean;
  max_input_tokens: number;
  max_output_tokens: number;
  image_part_tokens: ImagePartTokens;
  file_part_tokens: number;
  input_modalities: string[];
  output_modalities: string[];
  sizes: string[] | null;
  active: boolean;
  created_at: string;
}

export function toModelRecordView(model: Model): ModelRecordView {
  const media = mediaTokensOf(model);
  return {
    id: model.id,
    product: model.product,
    owned_by: model.ownedBy,
    display_name: model.displayName,
    supports_streaming: model.supportsStreaming,
    supports_function_calling: model.supportsFunctionCalling,
    supports_vision: model.supportsVision,
    reasoning: model.reasoning,
    max_input_tokens: model.maxInputTokens,
    max_output_tokens: model.maxOutputTokens,
    image_part_tokens: media.image,
    file_part_tokens: media.file,
    input_modalities: model.inputModalities,
    output_modalities: model.outputModalities,
    sizes: model.sizes,
    active: model.active,
    created_at: model.createdAt.toISOString(),
  };
}

export interface RouteView {
  id: string;
  model: string;
  supplier_id: string;
  upstream_model: string;
  priority: number;
  weight: number;
  max_concurrency: number | null;
  max_images_per_call: number;
  supplier_prices: { unit_type: UnitType; price_cny: string }[];
  /** The model's default if the route has none of its own. */
  on_disconnect: OnDisconnect;
  usage_grace_ms: number;
  enabled: boolean;
  created_at: string;
}

export function toRouteView(route: ModelRoute, model: Pick<Model, 'reasoning'>): RouteView {
  return {
    id: route.id,
    model: route.modelId,
    supplier_id: route.supplierId,
    upstream_model: route.upstreamModel,
    priority: route.priority,
    weight: route.weight,
    max_concurrency: route.maxConcurrency,
    max_images_per_call: route.maxImagesPerCall,
    supplier_prices: route.supplierPrices.map(({ unit_type, price_nano }) => ({
      unit_type,
      price_cny: formatCny(BigInt(price_nano)),
    })),
    on_disconnect: onDisconnectOf(route, model),
    usage_grace_ms: route.usageGraceMs,
    enabled: route.enabled,
    created_at: route.createdAt.toISOString(),
  };
}

/** A price list of a model. The newest list that has started applies. */
export interface PriceListView {
  id: string;
  model: string;
  effective_from: string;
  units: { unit_type: UnitType; unit_name: string; price_cny: string }[];
}

export function toPriceListView(rows: [Price, ...Price[]]): PriceListView {
  const [{ listId, modelId, effectiveAt }] = rows;
  return {
    id: listId,
    model: modelId,
    effective_from: effectiveAt.toISOString(),
    units: rows.map(({ unitType, unitName, priceNano }) => ({
      unit_type: unitType,
      unit_name: unitName,
      price_cny: formatCny(priceNano),
    })),
  };
}
