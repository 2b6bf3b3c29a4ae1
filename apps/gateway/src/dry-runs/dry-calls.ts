import { Injectable } from '@nestjs/common';
import { isLongerThan } from '@shipyard/contracts';
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
import { readFallbacks } from '../metered-calls';
import { type CatalogModel, CatalogService, type Model, type ModelRoute, requiredPrice } from '../models';
import type { Product } from '../products';
import { SearchInput, toSearchTerms } from '../searches';
import { type SupplierAdapter, SuppliersService } from '../suppliers';

type Refusals = (string | undefined)[];

/** A body of a call, read as the call reads it. */
export interface DryCall {
  /** Null: the first of the product. */
  model: string | null;
  /** Null: those of the key. */
  fallbacks: string[] | null;
  /** The parameter that each of the routes cannot honour. */
  refusedBy(routes: ModelRoute[]): Refusals | Promise<Refusals>;
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
      case 'search':
        return this.readSearch(body);
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
      refusedBy: (routes) => routes.map(() => undefined),
      isServedBy: (supplier, model) => drawsImages(supplier, askedQuality(model, input)),
      highestCost: (found) => {
        const order = toImageOrder(found.model, input);
        return knownCost(linesFor(imagePrices(found, order), order.count));
      },
      countsWorkers: true,
    };
  }

  private async readSearch(body: Record<string, unknown>): Promise<DryCall> {
    const input = await this.validated(SearchInput, body);
    const terms = toSearchTerms(input);
    return {
      model: input.model ?? null,
      fallbacks: [],
      refusedBy: async (routes) => {
        const [fields, longest] = await Promise.all([
          this.suppliers.unsupportedSearchFields(routes, terms),
          this.suppliers.mostQueryCharacters(routes),
        ]);
        return fields.map(
          (field, at) => field ?? (isLongerThan(terms.query, longest[at] ?? Infinity) ? 'query' : field),
        );
      },
      isServedBy: (supplier) => supplier.search !== undefined,
      highestCost: async (found) => {
        const served = await this.catalog.withRoutesForSearch(found, terms);
        return knownCost([
          { unitType: 'request', units: 1, ...requiredPrice(served, 'request', { depth: terms.depth ?? 'basic' }) },
        ]);
      },
    };
  }

  private async validated<Input extends object>(metatype: new () => Input, body: object): Promise<Input> {
    return (await this.pipe.transform(body, { type: 'body', metatype })) as Input;
  }
}
