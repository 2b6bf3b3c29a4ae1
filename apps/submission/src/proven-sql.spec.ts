import path from 'node:path';
import { openSpecDatabase } from '@shipyard/testing';
import { type KnownColumn, proveSql } from '@shipyard/testing/proven-sql';
import { migrateDatabase } from './database/migrate-schema';

const NEVER_NULL: readonly KnownColumn[] = [
  {
    file: 'apps/submission/src/accounts/account-audit-sweeper.ts',
    column: 'forgotten',
    because: 'the function counts',
  },
  {
    file: 'apps/submission/src/assets/foreign-images.service.ts',
    column: 'width',
    because: 'foreign_images_ready_check',
  },
  {
    file: 'apps/submission/src/assets/foreign-images.service.ts',
    column: 'height',
    because: 'foreign_images_ready_check',
  },
  {
    file: 'apps/submission/src/assets/foreign-images.service.ts',
    column: 'extension',
    because: 'foreign_images_ready_check',
  },
  {
    file: 'apps/submission/src/interviews/interview-redemption.service.ts',
    column: 'sessionExpiresAt',
    because: 'the statement sets it to now() and some hours',
  },
  {
    file: 'apps/submission/src/projects/projects.service.ts',
    column: 'id',
    because: 'erase_project answers columns of assets',
  },
  {
    file: 'apps/submission/src/projects/projects.service.ts',
    column: 'extension',
    because: 'erase_project answers columns of assets',
  },
  {
    file: 'apps/submission/src/projects/projects.service.ts',
    column: 'projectId',
    because: 'erase_project answers columns of assets',
  },
  ...['id', 'extension', 'projectId'].map((column) => ({
    file: 'apps/submission/src/projects/project-takedowns.ts',
    column,
    because: 'erase_project answers columns of assets',
  })),
  {
    file: 'apps/submission/src/mail/outbox/failed-mails.service.ts',
    column: 'endedAt',
    because: 'mail_outbox_ended_check',
  },
  { file: 'apps/submission/src/projects/slugs.service.ts', column: 'slug', because: 'the given list has no NULL' },
  { file: 'apps/submission/src/readme/readme-rows.ts', column: 'id', because: 'the given list has no NULL' },
  {
    file: 'apps/submission/src/projects/project-claims.ts',
    column: 'expiresAt',
    because: 'the statement sets it to now() and some minutes',
  },
];

/** Reads all sources of the service. */
const TIME_LIMIT_MS = 600_000;

it(
  'is prepared on the migrated schema, and its rows are what the types say',
  async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    const { faults, calls } = await proveSql({
      url: ownerUrl,
      schema: 'submission',
      workspace: path.resolve(__dirname, '../../..'),
      folders: ['apps/submission/src', 'libs/auth/src', 'libs/http/src', 'libs/platform/src'],
      // Names tables and roles as they come, once per migration.
      exceptFiles: ['libs/platform/src/database/serving-rights.ts'],
      neverNull: NEVER_NULL,
    });
    expect(faults.join('\n')).toBe('');
    expect(calls).toBeGreaterThan(60);
  },
  TIME_LIMIT_MS,
);
