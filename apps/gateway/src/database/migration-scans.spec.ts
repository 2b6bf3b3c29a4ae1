import { createLogger } from '@shipyard/platform/logger';
import { faultsOfMigrations, type MigrationFaults, openSpecDatabase } from '@shipyard/testing';
import { createGatewayDataSource } from './data-source';
import { migrateDatabase } from './migrate-schema';

jest.setTimeout(120_000);

describe('each migration since LimitAbandonedCalls', () => {
  let faults: MigrationFaults;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('gateway', migrateDatabase);
    const dataSource = createGatewayDataSource(ownerUrl, 'specs', createLogger('specs'), { timeLimitMs: 0 });
    await dataSource.initialize();
    faults = await faultsOfMigrations(dataSource, 'LimitAbandonedCalls1764500010001');
    await dataSource.destroy();
  });

  it('scans no table that it locks readers out of, except for the listed ones', () => {
    // Applied before this check was written, or the table is small. A new row needs a small table.
    expect(faults.scans).toEqual([
      'LimitAbandonedCalls1764500010001 enterprise_keys',
      'IgnoreParameters1764500030000 model_routes',
      'PriceCacheWrites1764500050000 prices',
      'ListProducts1764500060000 enterprise_keys',
      'ListProducts1764500060000 models',
      'AddPriceLists1764600400001 prices',
      'LimitCustomers1764600500020 customers',
      'SendWebhooks1764600700001 customers',
      'DefaultTermsOfKeys1764600700002 customers',
      'NameFallbacksOfKeys1764600700003 enterprise_keys',
      'MailAlerts1764700300001 customers',
    ]);
  });

  it('lets the version before serve beside the new one', () => {
    // Expand first, and contract in the release after the next.
    expect(faults.breaks).toEqual([]);
  });

  it('restores the schema when it is reverted and applied again', () => {
    expect(faults.unrestored).toEqual([]);
  });
});
