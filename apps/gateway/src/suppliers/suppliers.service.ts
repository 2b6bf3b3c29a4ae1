import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger, sealByRing, unsealByRing, uuidv7 } from '@shipyard/platform';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import { Snapshot } from '../database/snapshot';
import { ANTHROPIC_BASE_URL, AnthropicSupplier } from './anthropic/anthropic-supplier';
import { BOCHA_BASE_URL, BochaSupplier } from './bocha/bocha-supplier';
import { unsupportedParameter } from './chat-parameters';
import { DASHSCOPE_BASE_URL, DashScopeSupplier } from './dashscope/dashscope-supplier';
import { GEMINI_BASE_URL, GeminiSupplier } from './gemini/gemini-supplier';
import { OpenAiSupplier } from './openai/openai-supplier';
import { SandboxSupplier } from './sandbox/sandbox-supplier';
import { SearxngSupplier } from './searxng/searxng-supplier';
import { SERPER_BASE_URL, SerperSupplier } from './serper/serper-supplier';
import { TAVILY_BASE_URL, TavilySupplier } from './tavily/tavily-supplier';
import { VOLCENGINE_BASE_URL, VolcengineImagesSupplier } from './volcengine-images/volcengine-images-supplier';
import { ZHIPU_BASE_URL, ZhipuSupplier } from './zhipu/zhipu-supplier';
import { KeyPool } from './key-pool';
import type { SearchTerms } from './search-call';
import type { Supplier as SupplierContract } from './supplier';
import type { SupplierConnection } from './supplier-connection';
import { Supplier, type SupplierKind, type SupplierOptions } from './supplier.entity';
import { SupplierKey } from './supplier-key.entity';

export { IsBaseUrl } from './base-url';
export { FRESH_DAYS, FRESHNESS, type Freshness, type SearchCall, type SearchTerms, type SupplierSearch, type SupplierSearchResult } from './search-call';
export { isWantedSite } from './site-filter';
export { keyFingerprint, KeyPool } from './key-pool';
export { PictureUnreachable } from './pictures/picture-errors';
export { PictureMemory, type PictureRoom } from './pictures/picture-memory';
export type { Supplier } from './supplier';
export type { ChatCall, ChatContent, ImageCall, ImageJob, ImageJobCall, SupplierChunk, SupplierCompletion, SupplierImage, TokenUsage } from './supplier';
export { SupplierError } from './supplier-error';
export { supplierErrors, toCustomerError } from './suppliers.errors';

interface RouteOfSupplier {
  supplierId: string;
}

/** In the order of the routes. */
type Refusals = (string | undefined)[];
type OpenRoutes<Route> = { route: Route; supplier: SupplierContract; keys: KeyPool }[];

interface Settings {
  supplier: Supplier;
  apiKeys: string[];
}

type AllSettings = Map<string, Settings>;

interface OpenSupplier {
  settings: Settings;
  supplier: SupplierContract;
  keys: KeyPool;
}

/** The registry: one line a kind. */
const KINDS: Record<SupplierKind, (settings: Settings) => SupplierContract> = {
  sandbox: () => new SandboxSupplier(),
  openai: (settings) => new OpenAiSupplier(toConnection(settings, '')),
  anthropic: (settings) => new AnthropicSupplier(toConnection(settings, ANTHROPIC_BASE_URL)),
  gemini: (settings) => new GeminiSupplier(toConnection(settings, GEMINI_BASE_URL)),
  tavily: (settings) => new TavilySupplier(toConnection(settings, TAVILY_BASE_URL)),
  bocha: (settings) => new BochaSupplier(toConnection(settings, BOCHA_BASE_URL)),
  serper: (settings) => new SerperSupplier(toConnection(settings, SERPER_BASE_URL)),
  searxng: (settings) => new SearxngSupplier(toConnection(settings, '')),
  dashscope: (settings) => new DashScopeSupplier(toConnection(settings, DASHSCOPE_BASE_URL)),
  'volcengine-images': (settings) => new VolcengineImagesSupplier(toConnection(settings, VOLCENGINE_BASE_URL)),
  zhipu: (settings) => new ZhipuSupplier(toConnection(settings, ZHIPU_BASE_URL)),
};

function toConnection({ supplier }: Settings, usualBaseUrl: string): SupplierConnection {
  return { baseUrl: supplier.baseUrl ?? usualBaseUrl, internal: supplier.internal, options: supplier.options };
}

/** Opens the suppliers of the catalog, and opens them anew when their settings change. */
@Injectable()
export class SuppliersService implements OnApplicationShutdown {
  private readonly settings = new Snapshot(() => this.load());
  private readonly open = new Map<string, OpenSupplier>();

  /** For how long a supplier whose settings have changed may still be asked: a request's time, and that of the pictures at its end. */
  private readonly outlivesMs: number;

  /** Ids of keys that could not be opened, which has been said. */
  private readonly closed = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.outlivesMs = (config.REQUEST_DEADLINE_SECONDS + 120) * 1_000;
  }

  async onApplicationShutdown(): Promise<void> {
    for (const { supplier } of this.open.values()) await supplier.close?.();
  }

  /** Of the supplier of each route: the first parameter of a chat that it cannot honour, or undefined. A promise only where settings must be read. */
  unsupportedParameters(routes: readonly RouteOfSupplier[], parameters: Record<string, unknown>): Refusals | Promise<Refusals> {
    return this.askEach(routes, (supplier, options) => unsupportedParameter(parameters, options) ?? supplier?.unsupportedParameter?.(parameters));
  }

  /** Of the supplier of each route: the first field of POST /v1/searches that it cannot honour, or undefined. */
  unsupportedSearchFields(routes: readonly RouteOfSupplier[], terms: SearchTerms): Refusals | Promise<Refusals> {
    return this.askEach(routes, (supplier) => supplier?.unsupportedSearchField?.(terms));
  }

  private askEach(
    routes: readonly RouteOfSupplier[],
    ask: (supplier: SupplierContract | undefined, options: SupplierOptions) => string | undefined,
  ): Refusals | Promise<Refusals> {
    const askAll = (all: AllSettings) =>
      routes.map(({ supplierId }) => {
        const settings = all.get(supplierId);
        return ask(settings && this.mayServe(settings) ? this.opened(settings).supplier : undefined, settings?.supplier.options ?? {});
      });
    const all = this.settings.get();
    return all instanceof Promise ? all.then(askAll) : askAll(all);
  }

  /** The routes whose suppliers may be asked, with the suppliers and their keys. A promise only where settings must be read. */
  openRoutes<Route extends RouteOfSupplier>(routes: readonly Route[]): OpenRoutes<Route> | Promise<OpenRoutes<Route>> {
    const all = this.settings.get();
    return all instanceof Promise ? all.then((read) => this.openIn(read, routes)) : this.openIn(all, routes);
  }

  private openIn<Route extends RouteOfSupplier>(all: AllSettings, routes: readonly Route[]): OpenRoutes<Route> {
    const open: OpenRoutes<Route> = [];
    for (const route of routes) {
      const settings = all.get(route.supplierId);
      if (!settings || !this.mayServe(settings)) continue;
      const { supplier, keys } = this.opened(settings);
      open.push({ route, supplier, keys });
    }
    return open;
  }

  private opened(settings: Settings): OpenSupplier {
    const { id } = settings.supplier;
    const known = this.open.get(id);
    if (known?.settings === settings) return known;
    if (known && isDeepStrictEqual(known.settings, settings)) {
      known.settings = settings;
      return known;
    }
    // What is known of its keys stays known while they stay the same.
    const keys = known && isDeepStrictEqual(known.settings.apiKeys, settings.apiKeys) ? known.keys : new KeyPool(settings.apiKeys);
    const open = { settings, supplier: KINDS[settings.supplier.kind](settings), keys };
    this.open.set(id, open);
    // It takes no new call once it is closed, and a request that holds it may still have some to make: polls, pictures.
    if (known) setTimeout(() => void known.supplier.close?.(), this.outlivesMs).unref();
    return open;
  }

  /** The sandbox's answers are made up, so it does not serve in production unless it is asked to. */
  private mayServe({ supplier }: Settings): boolean {
    return supplier.kind !== 'sandbox' || this.config.ENABLE_SANDBOX;
  }

  private async load(): Promise<AllSettings> {
    const [suppliers, keys] = await Promise.all([
      this.dataSource.manager.find(Supplier),
      this.dataSource.manager.find(SupplierKey, { order: { createdAt: 'ASC', id: 'ASC' } }),
    ]);
    const settings = new Map<string, Settings>();
    for (const supplier of suppliers) {
      const sealed = keys.filter(({ supplierId }) => supplierId === supplier.id);
      const apiKeys = sealed.flatMap((key) => this.unsealed(key) ?? []);
      // One that needs a key and has none that opens is left out; all others serve on.
      if (apiKeys.length > 0 || sealed.length === 0) settings.set(supplier.id, { supplier, apiKeys });
    }
    return settings;
  }

  private unsealed(key: SupplierKey): string | null {
    const apiKey = unsealByRing(key, key.supplierId, this.config.GATEWAY_MASTER_KEYS)?.toString() ?? null;
    if (apiKey === null && !this.closed.has(key.id)) {
      this.closed.add(key.id);
      const facts = { supplier_id: key.supplierId, last4: key.last4, master_key_id: key.masterKeyId };
      this.logger.error(facts, "A supplier's key cannot be opened with GATEWAY_MASTER_KEYS and is not used");
    }
    return apiKey;
  }
}

/** Seals a key of a supplier and adds it. */
export async function addSupplierKey(manager: EntityManager, config: GatewayConfig, supplierId: string, apiKey: string, fromFile: boolean): Promise<void> {
  const { masterKeyId, sealed } = sealByRing(apiKey, supplierId, config.GATEWAY_MASTER_KEYS);
  // Not now(), which is one moment for the whole transaction: keys keep the order in which they were given.
  const createdAt = () => 'clock_timestamp()';
  await manager.insert(SupplierKey, { id: uuidv7(), supplierId, masterKeyId, sealed, last4: lastFour(apiKey), fromFile, createdAt });
}

/** What may be shown of a key: nothing of one that is so short that this would be more than half of it. */
const lastFour = (apiKey: string) => (apiKey.length >= 8 ? apiKey.slice(-4) : '****');

/** Makes the supplier's keys that came from the catalog file those that are in it now. Keys that an operator added stay. */
export async function replaceFileKeys(manager: EntityManager, config: GatewayConfig, supplierId: string, apiKeys: string[]): Promise<void> {
  const ring = config.GATEWAY_MASTER_KEYS;
  const stored = await manager.findBy(SupplierKey, { supplierId, fromFile: true });
  const known = stored.map((key) => unsealByRing(key, supplierId, ring)?.toString());
  // What cannot be opened is written anew from the file.
  const gone = stored.filter((_, at) => !apiKeys.includes(known[at] ?? ''));
  if (gone.length > 0) await manager.remove(gone);
  for (const apiKey of apiKeys.filter((each) => !known.includes(each))) {
    await addSupplierKey(manager, config, supplierId, apiKey, true);
  }
}

/** Seals anew under the current master key what an older one of the ring still opens, so that the older one can be taken out of it. */
export async function resealSupplierKeys(dataSource: DataSource, { GATEWAY_MASTER_KEYS: ring }: GatewayConfig): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const older = await manager.find(SupplierKey, { where: { masterKeyId: Not(ring.current.keyId) }, lock: { mode: 'pessimistic_write' } });
    for (const key of older) {
      const apiKey = unsealByRing(key, key.supplierId, ring);
      if (apiKey !== null) await manager.update(SupplierKey, { id: key.id }, sealByRing(apiKey, key.supplierId, ring));
    }
  });
}
