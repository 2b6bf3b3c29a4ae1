const LOCKS_THE_PROJECT = 'The statement that replaces rendered HTML locks the project first, as every write does.';
const ONE_STATEMENT = 'A hot path: the check and the change are one statement, which no process can slip between.';

/** Who may use the table of another feature, and why. A spec refuses an entry that nothing uses. */
const allowed = [
  ...inService('apps/submission/src', [
    {
      feature: 'accounts',
      reads: ['second_factors'],
      because:
        'The statement that checks a credential reads the second factor too, so that each request needs one statement.',
    },
    {
      feature: 'assets',
      reads: ['projects', 'logs', 'accounts', 'api_tokens'],
      writes: ['readmes', 'logs'],
      because:
        'An image is served if a document that shows it is visible, and a copy that became ready has its documents rendered again. Each is one statement. An upload URL ends with the account or the token that asked for it.',
    },
    {
      feature: 'demo',
      reads: ['accounts', 'slugs', 'site_page_revisions'],
      writes: [
        'accounts',
        'api_tokens',
        'guardians',
        'programs',
        'program_docs',
        'projects',
        'audit_entries',
        'assets',
        'readmes',
        'readme_images',
        'logs',
        'log_images',
        'reviews',
        'parcels',
        'site_page_revisions',
      ],
      because: 'Seeds fixed ids, tokens, texts and times for a demo, which no route may choose.',
    },
    {
      feature: 'interviews',
      reads: ['projects', 'accounts'],
      because:
        'One statement checks the state of the project and uses up the credential, so that no decision of staff comes in between.',
    },
    { feature: 'logs', reads: ['projects'], because: LOCKS_THE_PROJECT },
    {
      feature: 'mail',
      reads: [
        'accounts',
        'email_changes',
        'projects',
        'programs',
        'audit_entries',
        'parcels',
        'interviews',
        'reports',
        'guardians',
      ],
      writes: ['accounts', 'mail_outbox'],
      because:
        'It adds the rows that libs/mail sends. A mail is made from the rows as they are when it is sent, and a link in it or a bounce stops the mail of its account. Those features build on mail, so they cannot be asked.',
    },
    {
      feature: 'password-resets',
      reads: ['accounts'],
      because:
        'A request for a reset is one statement for known and unknown emails, so that its time tells nothing of the account.',
    },
    {
      feature: 'project-reads',
      reads: [
        'projects',
        'audit_entries',
        'account_audit_entries',
        'program_audit_entries',
        'accounts',
        'programs',
        'assets',
        'asset_variant_tasks',
        'readmes',
        'logs',
        'log_images',
        'reviews',
        'shipments',
        'parcels',
        'readme_images',
        'interviews',
        'interview_questions',
        'guardian_consents',
        'guardians',
        'shipment_agreements',
        'project_notes',
      ],
      because: 'The one room for reads that join many tables. It writes nothing.',
    },
    {
      feature: 'projects',
      reads: ['assets', 'readmes'],
      writes: ['readmes'],
      because:
        'Locks the asset that becomes the header image, and writes changed fields into the front matter of the README. The features assets and readme build on projects, so they cannot be asked.',
    },
    { feature: 'readme', reads: ['projects'], because: LOCKS_THE_PROJECT },
    {
      feature: 'site-pages',
      reads: ['accounts'],
      because: 'The list of texts shows the handle that each author has now, and none once the account is deleted.',
    },
  ]),
  ...inService('apps/gateway/src', [
    {
      feature: '',
      reads: ['admin_keys', 'console_users', 'enterprise_keys'],
      because: 'The command that seeds a demo adds rows with fixed secrets, which no route may choose.',
    },
    {
      feature: 'alerts',
      reads: ['customers', 'enterprise_keys', 'budget_windows', 'ledger_entries', 'webhooks'],
      because:
        'Each round finds in one statement whom to tell, of all customers that a webhook or a reader of mail wants to hear of.',
    },
    {
      feature: 'billing',
      reads: ['enterprise_keys', 'processes'],
      writes: ['customers', 'processes'],
      because: `${ONE_STATEMENT} The balance of a customer is a column of customers.`,
    },
    {
      feature: 'idempotency',
      reads: ['hold_blocks', 'ledger_entries', 'ledger_keys', 'processes'],
      because: ONE_STATEMENT,
    },
    { feature: 'images', reads: ['customers', 'holds', 'processes'], because: ONE_STATEMENT },
    {
      feature: 'keys',
      reads: ['customers'],
      because: 'The statement that checks a key reads its customer too, so that each request needs one statement.',
    },
    {
      feature: 'mail',
      reads: ['customers', 'customer_members', 'member_links', 'webhook_events'],
      writes: ['mail_outbox'],
      because:
        'It adds the rows that libs/mail sends. A mail is made from the rows as they are when it is sent, and the features of those rows build on mail.',
    },
    {
      feature: 'models',
      writes: ['suppliers'],
      because: 'The catalog file declares suppliers, models and prices together, and is applied in one transaction.',
    },
    {
      feature: 'operators',
      reads: ['second_factors'],
      because:
        'The statement that checks a session reads the second factor too, so that each request needs one statement.',
    },
    {
      feature: 'processes',
      reads: ['hold_blocks'],
      because:
        'A process that still holds money keeps its row for the reaper. The check and the deletion are one statement.',
    },
    {
      feature: 'request-log',
      reads: ['customers', 'ledger_entries', 'ledger_keys', 'refunds'],
      because: 'Reports join the log of requests with what was charged for each.',
    },
    {
      feature: 'statements',
      reads: ['customers'],
      because: 'Which months are due depends on the calendars of all customers, and is one statement.',
    },
    {
      feature: 'supplier-usage',
      reads: ['suppliers', 'route_history', 'ledger_entries'],
      because: 'The report compares the bills of suppliers with the ledger, in SQL.',
    },
  ]),
];

function inService(root, entries) {
  return entries.map((entry) => ({ root, ...entry }));
}

module.exports = { allowed };
