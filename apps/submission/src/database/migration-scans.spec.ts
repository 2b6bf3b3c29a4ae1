import { createLogger } from '@shipyard/platform/logger';
import { faultsOfMigrations, type MigrationFaults, openSpecDatabase } from '@shipyard/testing';
import { submissionDataSource } from './data-source';
import { migrateDatabase } from './migrate-schema';

jest.setTimeout(120_000);

describe('each migration since PrepareDeletions', () => {
  let faults: MigrationFaults;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    const dataSource = submissionDataSource(ownerUrl, createLogger('specs'), 'specs', { timeLimitMs: 0 });
    await dataSource.initialize();
    faults = await faultsOfMigrations(dataSource, 'PrepareDeletions1764400050001');
    await dataSource.destroy();
  });

  it('scans no table that it locks readers out of, except for the listed ones', () => {
    // Applied before this check was written, or the table is small. A new row needs a small table.
    expect(faults.scans).toEqual([
      'HandleExpiredInterviewsOnce1764400060001 interviews',
      'CreateOauth1764400080001 api_tokens',
      'HashServedImages1764400085001 assets',
      'KeepImagePaths1764400095001 assets',
      'DateStaffRoles1764500060000 account_audit_entries',
      'DateStaffRoles1764500060000 mail_outbox',
      'RenewTokensByUse1764500060001 api_tokens',
      'AddPublishScope1764500070001 api_tokens',
      'NarrowScopes1764500070002 api_tokens',
      'CodeReviewFailures1764500100000 reviews',
      'CreateGuardians1764500135000 mail_outbox',
      'ChangeEmails1764500170000 mail_outbox',
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
