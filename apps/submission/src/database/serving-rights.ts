import type { ServingRights } from '@shipyard/platform';

export const SCHEMA = 'submission';
/** The tables of the queues, where they live in Postgres. */
export const QUEUE_SCHEMA = 'submission_queue';

/** With the address that the service serves with, nobody can rewrite or delete what is append-only. */
export const SERVING_RIGHTS: ServingRights = {
  tables: {
    migrations: 'SELECT',
    // A newer renderer makes the HTML anew.
    logs: 'SELECT, INSERT, UPDATE (content_html, renderer_version)',
    log_images: 'SELECT, INSERT',
    audit_entries: 'SELECT, INSERT',
    account_audit_entries: 'SELECT, INSERT',
    program_audit_entries: 'SELECT, INSERT',
    slugs: 'SELECT, INSERT',
    guardian_consents: 'SELECT, INSERT',
  },
  // The first writes down who asked for it; the second deletes what is old enough alone.
  ownerFunctions: ['erase_project(uuid, text, uuid, text)', 'forget_account_audit_entries(integer)'],
};
