import { Describe, Holds, ListOf, OrNull, Satisfies } from '@shipyard/http';
import { IsArray, IsBoolean, IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { formatCny } from '../money';
import type { ImagePartTokens } from '../tokens/image-tokens';
import { type ModelRoute, type OnDisconnect, onDisconnectOf } from './model-route.entity';
import { PRODUCTS, type Product } from '../products';
import { mediaTokensOf, type Model } from './model.entity';
import { IMAGE_PART_TOKENS_SCHEMA, imagePartTokensProblem } from './models.dto';
import { type Price, UNIT_TYPES, type UnitType } from './price.entity';

export class ModelRecordView {
  @IsString()
  id: string;

  @IsIn(PRODUCTS)
  product: Product;

  @IsString()
  owned_by: string;

  @IsString()
  display_name: string;

  @IsBoolean()
  supports_streaming: boolean;

  @IsBoolean()
  supports_function_calling: boolean;

  @IsBoolean()
  supports_vision: boolean;

  @IsBoolean()
  reasoning: boolean;

  @IsInt()
  max_input_tokens: number;

  @IsInt()
  max_output_tokens: number;

  @Satisfies(imagePartTokensProblem, IMAGE_PART_TOKENS_SCHEMA)
  image_part_tokens: ImagePartTokens;

  @IsInt()
  file_part_tokens: number;

  @IsString({ each: true })
  @IsArray()
  input_modalities: string[];

  @IsString({ each: true })
  @IsArray()
  output_modalities: string[];

  @OrNull()
  @IsString({ each: true })
  @IsArray()
  sizes: string[] | null;

  @IsBoolean()
  active: boolean;

  @IsDateString()
  created_at: string;
}

export class ModelAnswer {
  @Holds(() => ModelRecordView)
  model: ModelRecordView;
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

export class SupplierPriceView {
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @IsString()
  price_cny: string;
}

export class RouteView {
  @IsUUID()
  id: string;

  @IsString()
  model: string;

  @IsString()
  supplier_id: string;

  @IsString()
  upstream_model: string;

  @IsInt()
  priority: number;

  @IsInt()
  weight: number;

  @OrNull()
  @IsInt()
  max_concurrency: number | null;

  @IsInt()
  max_images_per_call: number;

  @ListOf(() => SupplierPriceView)
  supplier_prices: SupplierPriceView[];

  @Describe("The model's default if the route has none of its own.")
  @IsIn(['stop', 'drain'])
  on_disconnect: OnDisconnect;

  @IsInt()
  usage_grace_ms: number;

  @IsBoolean()
  enabled: boolean;

  @IsDateString()
  created_at: string;
}

export class RouteAnswer {
  @Holds(() => RouteView)
  route: RouteView;
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

export class PriceUnitView {
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @IsString()
  unit_name: string;

  @IsString()
  price_cny: string;
}

/** A price list of a model. The newest list that has started applies. */
export class PriceListView {
  @IsUUID()
  id: string;

  @IsString()
  model: string;

  @IsDateString()
  effective_from: string;

  @ListOf(() => PriceUnitView)
  units: PriceUnitView[];
}

export class PriceAnswer {
  @Holds(() => PriceListView)
  price: PriceListView;
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
