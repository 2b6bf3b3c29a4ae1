/** What a customer is told about itself. */
export const CUSTOMER_EVENTS = [
  'balance.low',
  'budget.80',
  'budget.100',
  'key.expiring',
  'statement.ready',
  'image_task.finished',
] as const;

/** What only operators are told. */
export const OPERATOR_EVENTS = ['supplier.failing', 'supplier.drift', 'losses.high'] as const;

export const WEBHOOK_EVENTS = [...CUSTOMER_EVENTS, ...OPERATOR_EVENTS] as const;

export type CustomerEvent = (typeof CUSTOMER_EVENTS)[number];
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
