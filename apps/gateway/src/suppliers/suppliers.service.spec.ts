import { randomBytes } from 'node:crypto';
import type { Logger } from '@shipyard/platform/logger';
import { KeyRing, sealByRing, unsealByRing } from '@shipyard/platform/sealing';
import type { DataSource } from 'typeorm';
import type { GatewayConfig } from '../config';
import { Supplier } from './supplier.entity';
import { SupplierKey } from './supplier-key.entity';
import { resealSupplierKeys, SuppliersService } from './suppliers.service';

const [current, older, lost] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const ring = new KeyRing(
  new Map([
    ['current', current],
    ['older', older],
  ]),
);
const config = { GATEWAY_MASTER_KEYS: ring, ENABLE_SANDBOX: true } as GatewayConfig;

const sealedWith = (name: string, masterKey: Buffer, supplierId: string) =>
  ({
    id: name,
    supplierId,
    last4: '1234',
    restsUntil: null,
    closedUntil: null,
    ...sealByRing(`key ${name}`, supplierId, new KeyRing(new Map([[name, masterKey]]))),
  }) as SupplierKey;

describe('SuppliersService', () => {
  // Connections are closed by microtasks.
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  it('holds the most for a supplier that it does not know yet', async () => {
    const manager = { find: () => Promise.resolve([]) };
    const service = new SuppliersService({ manager } as unknown as DataSource, config, {} as Logger, () => undefined);
    const { factor, parts } = await service.tokenMargin([{ supplierId: 'new' }]);
    expect([factor, parts.page]).toEqual([1_000, Infinity]);
  });

  it('reads again before it judges the parameters of a route whose supplier is younger than its copy', async () => {
    const suppliers: Supplier[] = [];
    const manager = { find: (entity: unknown) => Promise.resolve(entity === Supplier ? [...suppliers] : []) };
    const service = new SuppliersService({ manager } as unknown as DataSource, config, {} as Logger, () => undefined);
    const refused = () => service.unsupportedParameters([{ supplierId: 'new', ignoreParameters: [] }], { seed: 1 });
    expect(await refused()).toEqual([undefined]);
    suppliers.push({
      id: 'new',
      kind: 'openai',
      baseUrl: 'http://127.0.0.1:9/v1',
      options: { unsupported_parameters: ['seed'] },
    } as Supplier);
    expect(await refused()).toEqual(['seed']);
    await service.onApplicationShutdown();
  });

  it('leaves out a supplier whose key cannot be decrypted, and logs it once', async () => {
    const suppliers = ['broken', 'half', 'good', 'keyless'].map(
      (id) => ({ id, kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', options: {} }) as Supplier,
    );
    const keys = [
      sealedWith('lost', lost, 'broken'),
      sealedWith('gone', lost, 'half'),
      sealedWith('current', current, 'half'),
      sealedWith('older', older, 'good'),
    ];
    const manager = { find: (entity: unknown) => Promise.resolve(entity === Supplier ? suppliers : keys) };
    const logger = { error: jest.fn() };
    const service = new SuppliersService(
      { manager } as unknown as DataSource,
      config,
      logger as unknown as Logger,
      () => undefined,
    );
    for (let reading = 0; reading < 2; reading += 1) {
      const served = await service.openRoutes(suppliers.map(({ id }) => ({ supplierId: id })));
      expect(served.map(({ route }) => route.supplierId)).toEqual(['half', 'good', 'keyless']);
      jest.advanceTimersByTime(2_000);
    }
    const said = logger.error.mock.calls.map(([facts]: [unknown]) => facts);
    expect(said).toMatchObject([
      { supplier_id: 'broken', last4: '1234' },
      { supplier_id: 'half', last4: '1234' },
    ]);
    await service.onApplicationShutdown();
  });

  it('encrypts keys again under the current master key', async () => {
    const keys = [sealedWith('older', older, 'good'), sealedWith('lost', lost, 'broken')];
    const written = new Map<string, Partial<SupplierKey>>();
    const manager = {
      find: () => Promise.resolve(keys),
      update: (_: unknown, { id }: { id: string }, columns: Partial<SupplierKey>) =>
        Promise.resolve(written.set(id, columns)),
    };
    const dataSource = { transaction: (work: (inner: typeof manager) => Promise<void>) => work(manager) };
    await resealSupplierKeys(dataSource as unknown as DataSource, config);
    expect([...written.keys()]).toEqual(['older']);
    const resealed = { masterKeyId: '', sealed: Buffer.alloc(0), ...written.get('older') };
    expect(resealed.masterKeyId).toBe('current');
    expect(unsealByRing(resealed, 'good', ring)?.toString()).toBe('key older');
  });
});
