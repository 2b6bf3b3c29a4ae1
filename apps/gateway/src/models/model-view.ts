import { Describe, Holds, ListOf, MayBeAbsent, OrNull } from '@shipyard/http';
import { IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { toCnyNumber } from '../money';
import { PRODUCTS, type Product } from '../products';
import { UNIT_TYPES, type UnitType } from '../unit-types';
import type { CatalogModel } from './catalog';
import { PriceQualifiersView, toQualifiersView } from './price.view';

export class ModelPriceUnitView extends PriceQualifiersView {
  @Describe('What is counted, such as `image` or tokens of one kind.')
  @IsIn(UNIT_TYPES)
  unit_type: UnitType;

  @Describe('A label.')
  @IsString()
  unit_name: string;

  @Describe('CNY for one unit.')
  @IsNumber()
  price_cny: number;
}

export class PricingView {
  @Describe('The currency of all prices.')
  @IsIn(['CNY'])
  currency: 'CNY';

  @Describe('The price of each unit that is billed.')
  @ListOf(() => ModelPriceUnitView)
  units: ModelPriceUnitView[];
}

export class ModelView {
  @Describe('Send it as `model`.')
  @IsString()
  id: string;

  @Describe('Always `model`.')
  @IsIn(['model'])
  object: 'model';

  @Describe('A label.')
  @IsString()
  owned_by: string;

  @Describe('The capability of the model. A key needs the scope of this name.')
  @IsIn(PRODUCTS)
  product: Product;

  @Describe('The name of the model for people.')
  @IsString()
  display_name: string;

  @Describe('Whether it can answer as a stream.')
  @IsBoolean()
  supports_streaming: boolean;

  @Describe('Whether it can call tools.')
  @IsBoolean()
  supports_function_calling: boolean;

  @Describe('Whether it reads images in messages.')
  @IsBoolean()
  supports_vision: boolean;

  @Describe('The longest input, in tokens.')
  @IsInt()
  max_input_tokens: number;

  @Describe('The longest answer, in tokens.')
  @IsInt()
  max_output_tokens: number;

  @Describe('What it reads, such as `text`.')
  @IsString({ each: true })
  @IsArray()
  input_modalities: string[];

  @Describe('What it returns, such as `text`.')
  @IsString({ each: true })
  @IsArray()
  output_modalities: string[];

  @Describe('Null if no price is configured: then the model cannot be used.')
  @OrNull()
  @Holds(() => PricingView)
  pricing: PricingView | null;

  @Describe('Unix seconds.')
  @IsInt()
  created: number;

  @Describe('Of image models: `<width>x<height>`, the default first.')
  @MayBeAbsent()
  @IsString({ each: true })
  @IsArray()
  sizes?: string[];

  @Describe('Of image models that have them: what `quality` may be, the default first.')
  @MayBeAbsent()
  @IsString({ each: true })
  @IsArray()
  qualities?: string[];
}

export class ModelListView {
  @Describe('Always `list`.')
  @IsIn(['list'])
  object: 'list';

  @Describe('The active models.')
  @ListOf(() => ModelView)
  data: ModelView[];
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
            units: prices.map((price) => ({
              unit_type: price.unitType,
              unit_name: price.unitName,
              price_cny: toCnyNumber(price.priceNano),
              ...toQualifiersView(price),
            })),
          },
    created: Math.floor(model.createdAt.getTime() / 1_000),
    ...(model.sizes && { sizes: model.sizes }),
    ...(model.qualities && { qualities: model.qualities }),
  };
}
