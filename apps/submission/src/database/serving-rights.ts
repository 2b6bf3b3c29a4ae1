import type { ServingRights } from '@shipyard/platform/database';

export const SCHEMA = 'submission';
export const QUEUE_SCHEMA = 'submission_queue';

export const SERVING_RIGHTS: ServingRights = {
  tables: {
    migrations: 'SELECT',
    logs: 'SELECT, INSERT, UPDATE (content_html, renderer_version)',
    log_images: 'SELECT, INSERT',
    audit_entries: 'SELECT, INSERT',
    account_audit_entries: 'SELECT, INSERT',
    program_audit_entries: 'SELECT, INSERT',
    site_page_revisions: 'SELECT, INSERT',
    slugs: 'SELECT, INSERT',
    taken_handles: 'SELECT, INSERT',
    guardian_consents: 'SELECT, INSERT',
  },
  // The first function records who asked for it. The second deletes only entries that are old enough. The third empties
  // an account for good, and nothing but its holder's request calls it.
  ownerFunctions: [
    'erase_project(uuid, text, uuid, text, bigint, uuid)',
    'forget_account_audit_entries(integer)',
    'close_account(uuid, text)',
  ],
};
