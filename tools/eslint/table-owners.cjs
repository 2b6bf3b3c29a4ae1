/** The tables of each feature, by the path of its folder. Only that folder holds SQL on them. */
const tableOwners = {
  'apps/submission/src': {
    accounts: [
      'accounts',
      'account_audit_entries',
      'account_quotas',
      'api_tokens',
      'sessions',
      'staff_roles',
      'taken_handles',
    ],
    'account-deletion': ['account_deletions'],
    mail: ['mail_outbox', 'mailed_addresses'],
    'password-resets': ['password_resets', 'password_reset_requests'],
    programs: ['programs', 'program_audit_entries', 'program_docs'],
    projects: ['projects', 'audit_entries', 'slugs'],
    assets: [
      'assets',
      'asset_variants',
      'asset_variant_tasks',
      'foreign_images',
      'readme_foreign_images',
      'log_foreign_images',
    ],
    readme: ['readmes', 'readme_images'],
    logs: ['logs', 'log_images'],
    reviews: ['reviews', 'review_answers'],
    interviews: ['interviews', 'interview_questions', 'interview_reports'],
    oauth: ['oauth_clients', 'oauth_codes', 'oauth_refresh_tokens', 'oauth_device_requests'],
    reports: ['reports', 'report_reasons'],
    shipments: ['shipments', 'parcels', 'guardian_consents'],
  },
  'apps/gateway/src': {
    changes: ['change_entries'],
    operators: ['admin_keys', 'console_users', 'console_sessions'],
    customers: ['customers'],
    requests: ['request_log'],
    processes: ['processes'],
    keys: ['enterprise_keys', 'key_changes'],
    suppliers: ['suppliers', 'supplier_keys'],
    'supplier-usage': ['supplier_usage'],
    models: ['models', 'model_routes', 'route_history', 'prices', 'seeded_suppliers'],
    billing: [
      'budget_windows',
      'hold_blocks',
      'holds',
      'ledger_entries',
      'ledger_keys',
      'ledger_closing',
      'ledger_seals',
      'ledger_day_sums',
    ],
    idempotency: ['keyed_calls'],
    images: ['image_files', 'image_poll_turns', 'image_purchases', 'image_tasks'],
  },
  // Both services have these tables.
  libs: {
    'auth/src': ['second_factors', 'recovery_codes'],
    'http/src': ['idempotency_keys'],
  },
};

module.exports = { tableOwners };
