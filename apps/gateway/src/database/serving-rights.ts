import type { ServingRights } from '@shipyard/platform/database';

export const SCHEMA = 'gateway';
export const QUEUE_SCHEMA = 'gateway_queue';

/** The role that serves cannot change or delete append-only rows. */
export const SERVING_RIGHTS: ServingRights = {
  tables: {
    migrations: 'SELECT',
    ledger_entries: 'SELECT, INSERT',
    ledger_keys: 'SELECT',
    refunds: 'SELECT, INSERT',
    ledger_seals: 'SELECT',
    ledger_day_sums: 'SELECT',
    ledger_closing: 'SELECT',
    ledger_line_days: 'SELECT, INSERT',
    ledger_line_sums: 'SELECT, INSERT',
    statements: 'SELECT, INSERT',
    request_log: 'SELECT, INSERT',
    change_entries: 'SELECT, INSERT',
    prices: 'SELECT, INSERT, DELETE',
    products: 'SELECT',
    price_units: 'SELECT',
  },
  ownerFunctions: [
    'note_ledger_keys()',
    'make_ledger_partitions()',
    'make_request_log_partitions()',
    'drop_request_log_partitions(integer)',
    'close_ledger_days()',
    'seal_ledger_day(date, text[])',
    'forget_ledger_keys(integer)',
  ],
};
