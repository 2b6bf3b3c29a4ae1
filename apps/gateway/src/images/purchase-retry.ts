import type { Logger } from '@shipyard/platform/logger';

export const purchaseRetry = (logger: Logger) => ({
  forMs: 20_000,
  message: 'What became of a purchase could not be written down, and will be tried again',
  logger,
});
