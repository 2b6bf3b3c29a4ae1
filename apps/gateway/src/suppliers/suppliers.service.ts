import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { uuidv7 } from '@shipyard/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type GatewayConfig } from '../config';
import { Snapshot } from '../database/snapshot';
import { ANTHROPIC_BASE_URL, AnthropicSupplier } from './anthropic/anthropic-supplier';
import { unsupportedParameter } from './chat-parameters';
import { GEMINI_BASE_URL, GeminiSupplier } from './gemini/gemini-supplier';
import { OpenAiSupplier } from './openai/openai-supplier';
import { SandboxSupplier } from './sandbox/sandbox-supplier';
import { openSecret, sealSecret } from './sealed-secret';
import type { Supplier as SupplierContract } from './supplier';
import type { SupplierConnection } from './supplier-connection';
import { Supplier } from './supplier.entity';
import { SupplierKey } from './supplier-key.entity';

export type { ChatCall, ChatContent, ImageCall, SupplierChunk, SupplierCompletion, SupplierImage, TokenUsage } from './supplier';
export { SupplierError } from './supplier-error';
export { supplierErrors, toCustomerError } from './suppliers.errors';

interface Settings {
  supplier: Supplier;
  apiKeys: string[];
}

/** The registry: one line a kind. */
const KINDS: Record<string, (settings: Settings) => SupplierContract> = {
  sandbox: () => new SandboxSupplier(),
  openai: (settings) => new OpenAiSupplier(toConnection(settings, '')),
  anthropic: (settings) => new AnthropicSupplier(toConnection(settings, ANTHROPIC_BASE_URL)),
  gemini: (settings) => new GeminiSupplier(toConnection(settings, GEMINI_BASE_URL)),
};

function toConnection({ supplier, apiKeys }: Settings, usualBaseUrl: string): SupplierConnection {
  return { baseUrl: supplier.baseUrl ?? usualBaseUrl, apiKey: apiKeys[0], options: supplier.options };
}

export const SUPPLIER_KINDS = Object.keys(KINDS);

/** Opens the suppliers of the catalog, and opens them anew when their settings change. */
@Injectable()
export class SuppliersService implements OnApplicationShutdown {
  private readonly settings = new Snapshot(() => this.load());
  private readonly open = new Map<string, { made: string; supplier: SupplierContract }>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    for (const { supplier } of this.open.values()) await supplier.close?.();
  }

  /** Whether requests may go there: the sandbox's answers are made up, so it does not serve in production unless it is asked to. */
  async maySupply(supplierId: string): Promise<boolean> {
    const kind = (await this.settings.get()).get(supplierId)?.supplier.kind;
    return kind !== undefined && kind in KINDS && (kind !== 'sandbox' || this.config.ENABLE_SANDBOX);
  }

  /** The first parameter of a chat that the supplier cannot honour, or undefined. */
  async unsupportedParameter(supplierId: string, parameters: Record<string, unknown>): Promise<string | undefined> {
    const options = (await this.settings.get()).get(supplierId)?.supplier.options ?? {};
    const refused = unsupportedParameter(parameters, options);
    if (refused !== undefined || !(await this.maySupply(supplierId))) return refused;
    return (await this.get(supplierId)).unsupportedParameter?.(parameters);
  }

  async get(supplierId: string): Promise<SupplierContract> {
    const settings = (await this.settings.get()).get(supplierId);
    const make = settings && KINDS[settings.supplier.kind];
    if (!make) throw new Error(`There is no supplier ${supplierId} of a known kind`);
    const made = JSON.stringify(settings);
    const known = this.open.get(supplierId);
    if (known?.made === made) return known.supplier;
    const supplier = make(settings);
    this.open.set(supplierId, { made, supplier });
    // Calls in flight on the old one run to their end.
    void known?.supplier.close?.();
    return supplier;
  }

  private async load(): Promise<Map<string, Settings>> {
    const [suppliers, keys] = await Promise.all([
      this.dataSource.manager.find(Supplier),
      this.dataSource.manager.find(SupplierKey, { order: { createdAt: 'ASC', id: 'ASC' } }),
    ]);
    return new Map(
      suppliers.map((supplier) => [
        supplier.id,
        {
          supplier,
          apiKeys: keys
            .filter(({ supplierId }) => supplierId === supplier.id)
            .map((key) => openSecret(key, supplier.id, this.config.GATEWAY_MASTER_KEYS)),
        },
      ]),
    );
  }
}

/** Seals a key of a supplier and adds it. */
export async function addSupplierKey(manager: EntityManager, config: GatewayConfig, supplierId: string, apiKey: string, fromFile: boolean): Promise<void> {
  const { masterKeyId, sealed } = sealSecret(apiKey, supplierId, config.GATEWAY_MASTER_KEYS);
  await manager.insert(SupplierKey, { id: uuidv7(), supplierId, masterKeyId, sealed, last4: lastFour(apiKey), fromFile });
}

/** What may be shown of a key: nothing of one that is so short that this would be most of it. */
const lastFour = (apiKey: string) => (apiKey.length >= 12 ? apiKey.slice(-4) : '****');

/** Makes the supplier's keys that came from the catalog file those that are in it now. Keys that an operator added stay. */
export async function replaceFileKeys(manager: EntityManager, config: GatewayConfig, supplierId: string, apiKeys: string[]): Promise<void> {
  const ring = config.GATEWAY_MASTER_KEYS;
  const stored = await manager.findBy(SupplierKey, { supplierId, fromFile: true });
  const known = stored.map((key) => openSecret(key, supplierId, ring));
  const gone = stored.filter((_, at) => !apiKeys.includes(known[at] ?? ''));
  if (gone.length > 0) await manager.remove(gone);
  for (const apiKey of apiKeys.filter((each) => !known.includes(each))) {
    await addSupplierKey(manager, config, supplierId, apiKey, true);
  }
}
