import { Describe, Holds, ListOf, OrNull, Satisfies } from '@shipyard/http';
import { IsArray, IsBoolean, IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { formatCny } from '../money';
import type { ImagePartTokens } from '../tokens/image-tokens';
import { type ModelRoute, ON_DISCONNECT, type OnDisconnect, onDisconnectOf } from './model-route.entity';
import { PRODUCTS, type Product } from '../products';
import { mediaTokensOf, type Model } from './model.entity';
import { IMAGE_PART_TOKENS_SCHEMA, imagePartTokensProblem } from './models.dto';
import { UNIT_TYPES, type UnitType } from '../unit-types';

export class ModelRecordView {
  @Describe('The id of the model.')
  @IsString()
  id: string;

  @Describe('The scope that a key needs to use the model.')
  @IsIn(PRODUCTS)
  product: Product;

  @Describe('Who made the model.')
  @IsString()
  owned_by: string;

  @Describe('The name of the model for people.')
  @IsString()
  display_name: string;

  @Describe('Whether requests may have `stream: true`.')
  @IsBoolean()
  supports_streaming: boolean;

  @Describe('Whether requests may have tools.')
  @IsBoolean()
  supports_function_calling: boolean;

  @Describe('Whether messages may have images.')
  @IsBoolean()
  supports_vision: boolean;

  @Describe('Whether the model reasons before it answers. Its routes are drained by default.')
  @IsBoolean()
  reasoning: boolean;

  @Describe('The longest prompt, in tokens. 0 for models without tokens.')
  @IsInt()
  max_input_tokens: number;

  @Describe('The longest answer, in tokens. 0 for models without tokens.')
  @IsInt()
  max_output_tokens: number;

  @Describe("What the hold counts for an image in a message: tokens, or { base, tile } for OpenAI's rule.")
  @Satisfies(imagePartTokensProblem, IMAGE_PART_TOKENS_SCHEMA)
  image_part_tokens: ImagePartTokens;

  @Describe('What the hold counts for a file in a message, in tokens.')
  @IsInt()
  file_part_tokens: number;

  @Describe('What the model takes: words such as `text` and `image`.')
  @IsString({ each: true })
  @IsArray()
  input_modalities: string[];

  @Describe('What the model returns: words such as `text` and `image`.')
  @IsString({ each: true })
  @IsArray()
  output_modalities: string[];

  @Describe('Of image models: `<width>x<height>`, the default first. Null for other models.')
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  sizes: string[] | null;

  @Describe('Of image models: the default first. Null if the model has no qualities.')
  @OrNull()
  @IsString({ each: true })
  @IsArray()
  qualities: string[] | null;

  @Describe('Whether customers see the model and can use it.')
  @IsBoolean()
  active: boolean;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class ModelAnswer {
  @Describe('The model.')
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
    qualities: model.qualities,
    active: model.active,
    created_at: model.createdAt.toISOString(),
  };
}

export class SupplierPriceView {
  @Describe('What is counted.')
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @Describe('What the supplier charges us per unit: CNY as a decimal string.')
  @IsString()
  price_cny: string;
}

export class RouteView {
  @Describe('The id of the route.')
  @IsUUID()
  id: string;

  @Describe('The model that the route serves.')
  @IsString()
  model: string;

  @Describe('The supplier that it calls.')
  @IsString()
  supplier_id: string;

  @Describe('The name of the model at the supplier.')
  @IsString()
  upstream_model: string;

  @Describe('0 is the highest priority.')
  @IsInt()
  priority: number;

  @Describe('The share of the route among routes of the same priority.')
  @IsInt()
  weight: number;

  @Describe('The maximum number of concurrent calls. Null for no limit.')
  @OrNull()
  @IsInt()
  max_concurrency: number | null;

  @Describe('The maximum number of images that one call of the supplier draws.')
  @IsInt()
  max_images_per_call: number;

  @Describe('What the supplier charges us.')
  @ListOf(() => SupplierPriceView)
  supplier_prices: SupplierPriceView[];

  @Describe("The model's default if the route has none of its own.")
  @IsIn(ON_DISCONNECT)
  on_disconnect: OnDisconnect;

  @Describe(
    'How long the usage of a stream may take after its last content, or with `stop` after its client left, in milliseconds.',
  )
  @IsInt()
  usage_grace_ms: number;

  @Describe('Parameters of a chat that the route leaves out of its calls.')
  @IsString({ each: true })
  @IsArray()
  ignore_parameters: string[];

  @Describe('Whether the route takes calls.')
  @IsBoolean()
  enabled: boolean;

  @Describe('When it was created.')
  @IsDateString()
  created_at: string;
}

export class RouteAnswer {
  @Describe('The route.')
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
    ignore_parameters: route.ignoreParameters,
    enabled: route.enabled,
    created_at: route.createdAt.toISOString(),
  };
}
