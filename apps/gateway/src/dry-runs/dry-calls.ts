import { Injectable } from '@nestjs/common';
import { DtoPipe } from '@shipyard/http';
import { type HighestCost, knownCost } from '../billing';
import { answersChats, chatPrices, planChat, readChatRequest, streamsChats } from '../chat';
import {
  askedQuality,
  drawsImages,
  ImageGenerationInput,
  imagePrices,
  ImageTaskInput,
  linesFor,
  toImageOrder,
} from '../images';
import { flatRateOf, readFallbacks } from '../metered-calls';
import { type CatalogModel, CatalogService, type Model, type ModelRoute } from '../models';
import type { FlatRateProduct, Product } from '../products';
import { FLAT_RATE_CALLS } from '../products.module';
import { type SupplierAdapter, SuppliersService } from '../suppliers';

type Refusals = (string | undefined)[];

/** A body of a call, read as the call reads it. */
export interface DryCall {
  /** Null: the first of the product. */
  model: string | null;
  /** Null: those of the key. */
  fallbacks: string[] | null;
  /** The parameter that each of the routes cannot honour. If absent: they honour all. */
  refusedBy?: (routes: ModelRoute[]) => Refusals | Promise<Refusals>;
  isServedBy(supplier: SupplierAdapter, model: Model): boolean;
  /** Throws what the call would be refused for, other than by its key. */
  highestCost(found: CatalogModel): HighestCost | Promise<HighestCost>;
  countsWorkers?: boolean;
}

@Injectable()
export class DryCalls {
  private readonly pipe = new DtoPipe();

  constructor(
    private readonly catalog: CatalogService,
    private readonly suppliers: SuppliersService,
  ) {}

  /** Throws a fault of the body. */
  read(product: Product, path: string, body: Record<string, unknown>): DryCall | Promise<DryCall> {
    switch (product) {
      case 'text':
        return this.readChat(body);
      case 'image':
        return this.readImages(body, path.endsWith('/tasks'));
      default:
        return this.readFlatRate(product, body);
    }
  }

  private readChat(body: Record<string, unknown>): DryCall {
    const request = readChatRequest(body);
    return {
      model: request.model,
      fallbacks: request.fallbacks,
      refusedBy: (routes) => this.suppliers.unsupportedParameters(routes, request.parameters),
      isServedBy: request.stream ? streamsChats : answersChats,
      highestCost: async (found) => {
        const plan = await planChat(this.catalog, found, request);
        return plan.highest(chatPrices(plan.found));
      },
    };
  }

  private async readImages(body: Record<string, unknown>, isTask: boolean): Promise<DryCall> {
    const input = isTask
      ? await this.validated(ImageTaskInput, body)
      : await this.validated(ImageGenerationInput, body);
    return {
      model: input.model,
      fallbacks: readFallbacks(input.model, 'models' in input ? input.models : undefined),
      isServedBy: (supplier, model) => drawsImages(supplier, askedQuality(model, input)),
      highestCost: (found) => {
        const order = toImageOrder(found.model, input);
        return knownCost(linesFor(imagePrices(found, order), order.count));
      },
      countsWorkers: true,
    };
  }

  private async readFlatRate(product: FlatRateProduct, body: Record<string, unknown>): Promise<DryCall> {
    const call = FLAT_RATE_CALLS[product];
    const terms = call.read(await this.validated(call.input, body));
    const { unfitField } = terms;
    return {
      model: terms.model ?? null,
      fallbacks: [],
      refusedBy:
        unfitField &&
        (async (routes) => (await this.suppliers.unfitFields(routes, unfitField)).map((unfit) => unfit?.field)),
      isServedBy: (supplier) => supplier[call.method] !== undefined,
      highestCost: async (found) => knownCost(flatRateOf(await this.catalog.withFitRoutes(found, unfitField), terms)),
    };
  }

  private async validated<Input extends object>(metatype: new () => Input, body: object): Promise<Input> {
    return (await this.pipe.transform(body, { type: 'body', metatype })) as Input;
  }
}
