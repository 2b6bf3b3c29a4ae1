import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { sealByRing, unsealByRing } from '@shipyard/platform/sealing';
import {
  UNSTATED_MARGIN,
  openSupplier,
  readDemands,
  type StructuredAnswer,
  type SupplierAdapter,
  type TokenMargin,
  tokenMargin,
  unsupportedDemand,
  widestMargin,
  withoutIgnored,
} from '@shipyard/suppliers';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { CONFIG, type GatewayConfig, LOGGER } from '../config';
import { Snapshot } from '../database/snapshot';
import { countPromptTokens } from '../tokens/prompt-tokens';
import { KeyPool, type KeyRest } from './key-pool';
import { STRUCTURED_ANSWER } from './structured-answer';
import { type StoredOptions, Supplier, USUAL_POLLS_PER_SECOND } from './supplier.entity';
import { SupplierKey } from './supplier-key.entity';

interface RouteOfSupplier {
  supplierId: string;
}

interface RouteOfChats extends RouteOfSupplier {
  ignoreParameters: readonly string[];
}

/** A field of a call that a supplier has no place for. */
export interface UnfitField {
  field: string;
  /** It is only too long: the most characters that the supplier takes. */
  most?: number;
}

type Unfit = UnfitField | undefined;
type Refusals = (string | undefined)[];
type OpenRoutes<Route> = { route: Route; supplier: SupplierAdapter; keys: KeyPool }[];

interface Settings {
  supplier: Supplier;
  apiKeys: string[];
  margin: TokenMargin;
}

type AllSettings = Map<string, Settings>;
type StoredRest = KeyRest & { keyId: string };

interface OpenSupplier {
  settings: Settings;
  supplier: SupplierAdapter;
  keys: KeyPool;
}

export type MasterKeys = Pick<GatewayConfig, 'GATEWAY_MASTER_KEYS'>;

@Injectable()
export class SuppliersService implements OnApplicationShutdown {
  private readonly settings = new Snapshot(() => this.load());
  private readonly open = new Map<string, OpenSupplier>();

  /** How long a replaced supplier may still be called: the time of a request, and of downloading its images. */
  private readonly outlivesMs: number;

  private rests = new Map<string, StoredRest[]>();

  private readonly undecryptableKeys = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(STRUCTURED_ANSWER) private readonly structured: StructuredAnswer,
  ) {
    this.outlivesMs = (config.REQUEST_DEADLINE_SECONDS + 120) * 1_000;
  }

  async onApplicationShutdown(): Promise<void> {
    for (const { supplier } of this.open.values()) await supplier.close?.();
  }

  /** Returns the first unsupported parameter for each route. Returns a promise only if it must read. */
  unsupportedParameters(
    routes: readonly RouteOfChats[],
    parameters: Record<string, unknown>,
  ): Refusals | Promise<Refusals> {
    const demands = readDemands(parameters);
    return this.askEach(routes, (supplier, options, { ignoreParameters: names }) => {
      const kept = names.length === 0 ? demands : readDemands(withoutIgnored(parameters, names).parameters);
      return unsupportedDemand(kept, supplier, options);
    });
  }

  /** What keeps the supplier of each route from serving a call. */
  unfitFields(
    routes: readonly RouteOfSupplier[],
    unfitField: (supplier: SupplierAdapter) => UnfitField | undefined,
  ): Unfit[] | Promise<Unfit[]> {
    return this.askEach(routes, (supplier) => supplier && unfitField(supplier));
  }

  async pollsPerSecond(supplierId: string): Promise<number> {
    const [polls = USUAL_POLLS_PER_SECOND] = await this.askEach(
      [{ supplierId }],
      (_, options) => options.polls_per_second,
    );
    return polls;
  }

  /** How much more than ours these suppliers' tokenizers may count. Returns a promise only if it must read settings. */
  tokenMargin(routes: readonly RouteOfSupplier[]): TokenMargin | Promise<TokenMargin> {
    const all = this.settings.get();
    return all instanceof Promise ? all.then((read) => marginIn(read, routes)) : marginIn(all, routes);
  }

  private askEach<Route extends RouteOfSupplier, Answer>(
    routes: readonly Route[],
    ask: (supplier: SupplierAdapter | undefined, options: StoredOptions, route: Route) => Answer,
  ): Answer[] | Promise<Answer[]> {
    const askAll = (all: AllSettings) =>
      routes.map((route) => {
        const settings = all.get(route.supplierId);
        return ask(
          settings && this.mayServe(settings) ? this.opened(settings).supplier : undefined,
          settings?.supplier.options ?? {},
          route,
        );
      });
    const all = this.settingsFor(routes);
    return all instanceof Promise ? all.then(askAll) : askAll(all);
  }

  /** Another process may have made a supplier or a route to it that is younger than this copy. */
  private settingsFor(routes: readonly RouteOfSupplier[]): AllSettings | Promise<AllSettings> {
    const all = this.settings.get();
    if (all instanceof Promise || routes.every(({ supplierId }) => all.has(supplierId))) return all;
    return this.settings.renew();
  }

  /** Returns the routes whose suppliers can be called. Returns a promise only if it must read settings. */
  openRoutes<Route extends RouteOfSupplier>(routes: readonly Route[]): OpenRoutes<Route> | Promise<OpenRoutes<Route>> {
    const all = this.settingsFor(routes);
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
    // The state of the keys is kept while the keys are the same.
    const keys =
      known && isDeepStrictEqual(known.settings.apiKeys, settings.apiKeys)
        ? known.keys
        : this.openKeys(id, settings.apiKeys);
    const parts = {
      masterKeys: this.config.GATEWAY_MASTER_KEYS,
      sandbox: { structured: this.structured, countPromptTokens },
    };
    const open = { settings, supplier: openSupplier(settings.supplier, parts), keys };
    this.open.set(id, open);
    // A closed supplier takes no new call, but a running request may still need it for polls and images.
    if (known) setTimeout(() => void known.supplier.close?.(), this.outlivesMs).unref();
    return open;
  }

  private openKeys(supplierId: string, apiKeys: string[]): KeyPool {
    const keys = new KeyPool(apiKeys, (rest) => void this.reportRest(supplierId, rest));
    keys.mergeRests(this.rests.get(supplierId) ?? []);
    return keys;
  }

  /** Never fails: without it, each process finds out by itself. */
  private async reportRest(supplierId: string, { secret, restsUntil, blockedUntil }: KeyRest): Promise<void> {
    const keyId = this.rests.get(supplierId)?.find((each) => each.secret === secret)?.keyId;
    const now = performance.now();
    try {
      if (keyId !== undefined)
        await this.dataSource.query(STORE_REST, [
          keyId,
          Math.max(restsUntil - now, 0),
          Math.max(blockedUntil - now, 0),
        ]);
    } catch (error) {
      this.logger.warn(
        { supplier_id: supplierId, err: error },
        "Other processes could not be told that a supplier's key rests",
      );
    }
  }

  /** The sandbox's answers are invented, so it is off in production by default. */
  private mayServe({ supplier }: Settings): boolean {
    return supplier.kind !== 'sandbox' || this.config.ENABLE_SANDBOX;
  }

  private async load(): Promise<AllSettings> {
    const [suppliers, keys] = await Promise.all([
      this.dataSource.manager.find(Supplier),
      this.dataSource.manager.find(SupplierKey, { order: { createdAt: 'ASC', id: 'ASC' } }),
    ]);
    const settings = new Map<string, Settings>();
    const rests = new Map<string, StoredRest[]>();
    for (const supplier of suppliers) {
      const sealed = keys.filter(({ supplierId }) => supplierId === supplier.id);
      const opened = sealed.flatMap((key) => toKeyRest(key, this.unsealed(key)) ?? []);
      const apiKeys = opened.map(({ secret }) => secret);
      rests.set(supplier.id, opened);
      // A supplier whose keys cannot be decrypted is left out, and the others continue.
      if (apiKeys.length > 0 || sealed.length === 0)
        settings.set(supplier.id, { supplier, apiKeys, margin: tokenMargin(supplier) });
    }
    this.rests = rests;
    for (const [supplierId, { keys: pool }] of this.open) pool.mergeRests(rests.get(supplierId) ?? []);
    return settings;
  }

  private unsealed(key: SupplierKey): string | null {
    const apiKey = unsealByRing(key, key.supplierId, this.config.GATEWAY_MASTER_KEYS)?.toString() ?? null;
    if (apiKey === null && !this.undecryptableKeys.has(key.id)) {
      this.undecryptableKeys.add(key.id);
      const facts = { supplier_id: key.supplierId, last4: key.last4, master_key_id: key.masterKeyId };
      this.logger.error(facts, "A supplier's key cannot be opened with GATEWAY_MASTER_KEYS and is not used");
    }
    return apiKey;
  }
}

/** Parallel reports write a rest once, and never shorten it. */
const STORE_REST = `
  UPDATE supplier_keys SET
    rests_until = GREATEST(rests_until, now() + make_interval(secs => $2::double precision / 1000)),
    closed_until = GREATEST(closed_until, now() + make_interval(secs => $3::double precision / 1000))
  WHERE id = $1`;

function toKeyRest({ id, restsUntil, closedUntil }: SupplierKey, secret: string | null): StoredRest | null {
  const ownClock = (until: Date | null) => (until === null ? 0 : performance.now() + until.getTime() - Date.now());
  return secret === null
    ? null
    : { keyId: id, secret, restsUntil: ownClock(restsUntil), blockedUntil: ownClock(closedUntil) };
}

function marginIn(all: AllSettings, routes: readonly RouteOfSupplier[]): TokenMargin {
  return widestMargin(routes.map(({ supplierId }) => all.get(supplierId)?.margin ?? UNSTATED_MARGIN));
}

/** The keys of each supplier that has any, in their order. One that cannot be decrypted is empty. */
export async function readSupplierKeys(
  manager: EntityManager,
  { GATEWAY_MASTER_KEYS: ring }: MasterKeys,
): Promise<Map<string, string[]>> {
  const bySupplier = new Map<string, string[]>();
  for (const key of await manager.find(SupplierKey, { order: { createdAt: 'ASC', id: 'ASC' } })) {
    const known = bySupplier.get(key.supplierId) ?? [];
    bySupplier.set(key.supplierId, [...known, unsealByRing(key, key.supplierId, ring)?.toString() ?? '']);
  }
  return bySupplier;
}

/** From then on the keys no longer follow the catalog file. */
export async function replaceSupplierKeys(
  manager: EntityManager,
  config: MasterKeys,
  supplierId: string,
  apiKeys: readonly string[],
): Promise<void> {
  await manager.update(Supplier, { id: supplierId }, { keysByOperator: true });
  await manager.delete(SupplierKey, { supplierId });
  for (const apiKey of apiKeys) await addSupplierKey(manager, config, supplierId, apiKey, false);
}

export async function addSupplierKey(
  manager: EntityManager,
  config: MasterKeys,
  supplierId: string,
  apiKey: string,
  fromFile: boolean,
): Promise<void> {
  const { masterKeyId, sealed } = sealByRing(apiKey, supplierId, config.GATEWAY_MASTER_KEYS);
  // Not now(), which is one moment for the whole transaction: keys keep their order.
  const createdAt = () => 'clock_timestamp()';
  await manager.insert(SupplierKey, {
    id: uuidv7(),
    supplierId,
    masterKeyId,
    sealed,
    last4: lastFour(apiKey),
    fromFile,
    createdAt,
  });
}

/** Shows nothing of a key so short that this would be more than half of it. */
const lastFour = (apiKey: string) => (apiKey.length >= 8 ? apiKey.slice(-4) : '****');

/** Makes the stored keys from the catalog file equal to the file. Keys that an operator added stay. */
export async function replaceFileKeys(
  manager: EntityManager,
  config: MasterKeys,
  supplierId: string,
  apiKeys: string[],
): Promise<void> {
  const ring = config.GATEWAY_MASTER_KEYS;
  const stored = await manager.findBy(SupplierKey, { supplierId, fromFile: true });
  const known = stored.map((key) => unsealByRing(key, supplierId, ring)?.toString());
  // A key that cannot be decrypted is written again from the file.
  const gone = stored.filter((_, at) => !apiKeys.includes(known[at] ?? ''));
  if (gone.length > 0) await manager.remove(gone);
  for (const apiKey of apiKeys.filter((each) => !known.includes(each))) {
    await addSupplierKey(manager, config, supplierId, apiKey, true);
  }
}

/** Encrypts keys again under the current master key, so that an older one can be removed. */
export async function resealSupplierKeys(
  dataSource: DataSource,
  { GATEWAY_MASTER_KEYS: ring }: MasterKeys,
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const older = await manager.find(SupplierKey, {
      where: { masterKeyId: Not(ring.current.keyId) },
      lock: { mode: 'pessimistic_write' },
    });
    for (const key of older) {
      const apiKey = unsealByRing(key, key.supplierId, ring);
      if (apiKey !== null) await manager.update(SupplierKey, { id: key.id }, sealByRing(apiKey, key.supplierId, ring));
    }
  });
}
