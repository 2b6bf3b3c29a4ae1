import type { Logger } from '@shipyard/platform/logger';

export const purchaseRetry = (logger: Logger) => ({
  forMs: 20_000,
  message: 'The outcome of a purchase could not be saved. It is tried again',
  logger,
});
