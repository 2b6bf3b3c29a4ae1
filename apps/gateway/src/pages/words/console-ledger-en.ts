import { plural } from './plural';

/** The words of the pages of the ledger and of losses. */
export const ledgerWords = {
  title: 'Ledger',
  lead: 'What moved, request by request. Money only moves between accounts, so each request sums to 0.',
  differs: (count: number) => `${plural(count, 'request does', 'requests do')} not sum to 0`,
  csv: 'CSV files',
  from: 'From the day (UTC)',
  to: 'Before the day (UTC)',
  none: 'No row is like that. A row is shown within 2 seconds.',
  request: 'Request',
  whose: 'Customer and model',
  moved: 'What moved, CNY',
  lines: 'Units × price',
  sum: 'Sum',
  kinds: { charge: 'charge', credit: 'credit', adjustment: 'adjustment', loss: 'loss' },
  accounts: { customer: 'customer', revenue: 'revenue', funding: 'funding' },
  losses: 'Losses',
  noLosses: 'There was no loss.',
  lossesSay: (amount: string) => `Nobody paid for ${amount} CNY.`,
  reason: 'Reason',
  lost: 'Not charged, CNY',
  reasons: {
    over_hold: 'It cost more than was held',
    hold_lost: 'The hold was gone before the charge',
    undelivered: 'A supplier billed an answer that reached nobody',
    abandoned: 'The client left before the first content',
    expired: 'An image was not fetched in time',
    left_early: 'The client left before the usage came: charged by our count',
    broken_off: 'The supplier broke off before the usage came: charged by our count',
  },
};

/** The words of the page of the audit. */
export const auditWords = {
  title: 'Audit',
  lead: 'Who changed what. Secrets are never kept here.',
  none: 'Nothing was changed yet.',
  who: 'Who',
  what: 'What',
  subject: 'On',
  changed: 'Fields that changed',
};
