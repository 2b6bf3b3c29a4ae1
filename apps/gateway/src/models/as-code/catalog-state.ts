import { isDeepStrictEqual } from 'node:util';
import { checkedCny, formatCny } from '../../money';
import type { Supplier } from '../../suppliers';
import type { CatalogFile } from '../catalog-file.dto';
import type { ModelRoute } from '../model-route.entity';
import type { Model } from '../model.entity';
import type { PriceUnitView } from '../price.view';

/** An entry as a catalog file has it, without what is absent or the default. */
export type Fields = Record<string, unknown>;

export interface ModelState {
  fields: Fields;
  /** In the base list. Undefined: nothing is said of them. */
  prices: Fields[] | undefined;
  /** By `<supplier>/<upstream model>`. */
  routes: Map<string, Fields>;
}

/** The catalog in the terms of a file, so that a file and the database can be compared. */
export interface CatalogState {
  /** Keys are placeholders. Without `api_keys`, nothing is said of them. */
  suppliers: Map<string, Fields>;
  models: Map<string, ModelState>;
}

const USUAL_SUPPLIER: Fields = { internal: false };
const USUAL_MODEL: Fields = { reasoning: false };
const USUAL_ROUTE: Fields = {
  priority: 0,
  weight: 1,
  max_images_per_call: 10,
  usage_grace_ms: 5_000,
  ignore_parameters: [],
  supplier_prices: [],
  enabled: true,
};

const PLACEHOLDER = /^\$\{[A-Z][A-Z0-9_]*\}$/;
export const isPlaceholder = (key: unknown) => typeof key === 'string' && PLACEHOLDER.test(key);

/** How a stored key is written, because the secret is never shown. */
export const placeholderOf = (supplierId: string, at: number) =>
  `\${${supplierId
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '_')
    .replace(/^(?![A-Z])/, 'SUPPLIER_')}_API_KEY_${at + 1}}`;

function compact(entry: object, usual: Fields): Fields {
  // As JSON, because the classes of DTOs never equal plain objects.
  const fields = JSON.parse(JSON.stringify(entry)) as Fields;
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && !isDeepStrictEqual(value, usual[name])),
  );
}

export function supplierFields({ id, kind, baseUrl, internal, options }: Supplier, keys: number): Fields {
  const api_keys = keys > 0 ? Array.from({ length: keys }, (_, at) => placeholderOf(id, at)) : undefined;
  return compact({ kind, base_url: baseUrl, internal, ...options, api_keys }, USUAL_SUPPLIER);
}

export function modelFields(model: Model): Fields {
  return compact(
    {
      product: model.product,
      owned_by: model.ownedBy,
      display_name: model.displayName,
      supports_streaming: model.supportsStreaming,
      supports_function_calling: model.supportsFunctionCalling,
      supports_vision: model.supportsVision,
      reasoning: model.reasoning,
      max_input_tokens: model.maxInputTokens,
      max_output_tokens: model.maxOutputTokens,
      image_part_tokens: model.imagePartTokens,
      file_part_tokens: model.filePartTokens,
      input_modalities: model.inputModalities,
      output_modalities: model.outputModalities,
      sizes: model.sizes,
      qualities: model.qualities,
      active: model.active,
    },
    USUAL_MODEL,
  );
}

export function routeFields(route: ModelRoute): Fields {
  return compact(
    {
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
      on_disconnect: route.onDisconnect,
      usage_grace_ms: route.usageGraceMs,
      ignore_parameters: route.ignoreParameters,
      enabled: route.enabled,
    },
    USUAL_ROUTE,
  );
}

export const priceFields = (units: readonly PriceUnitView[]): Fields[] => units.map((unit) => compact(unit, {}));

/** Two routes of a model may lead to the same model of a supplier. */
export function byRoute<Route>(
  routes: readonly Route[],
  nameOf: (route: Route) => { supplierId: string; upstreamModel: string },
): Map<string, Route> {
  const named = new Map<string, Route>();
  for (const route of routes) {
    const { supplierId, upstreamModel } = nameOf(route);
    const name = `${supplierId}/${upstreamModel}`;
    let free = name;
    for (let count = 2; named.has(free); count += 1) free = `${name} (${count})`;
    named.set(free, route);
  }
  return named;
}

const inOneForm = <Price extends { price_cny: string }>(price: Price): Price => ({
  ...price,
  price_cny: formatCny(checkedCny(price.price_cny)),
});

export function stateOfFile({ suppliers, models }: CatalogFile): CatalogState {
  return {
    suppliers: new Map(
      suppliers.map(({ id, when: _, base_url, ...supplier }) => [
        id,
        compact({ ...supplier, base_url: base_url?.replace(/(?<!\/)\/+$/, '') }, USUAL_SUPPLIER),
      ]),
    ),
    models: new Map(
      models.map(({ id, when: _, prices, routes, ...terms }) => [
        id,
        {
          fields: compact(terms, USUAL_MODEL),
          prices: prices?.map((unit) => compact(inOneForm(unit), {})),
          routes: new Map(
            [
              ...byRoute(routes, (route) => ({ supplierId: route.supplier_id, upstreamModel: route.upstream_model })),
            ].map(([name, route]) => [
              name,
              compact({ ...route, supplier_prices: route.supplier_prices?.map(inOneForm) }, USUAL_ROUTE),
            ]),
          ),
        },
      ]),
    ),
  };
}
