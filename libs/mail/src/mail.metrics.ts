import { metrics } from '@shipyard/platform/metrics';
import { Counter, Gauge } from 'prom-client';

export const mailsTotal = new Counter({
  name: 'mails_total',
  help: 'Mails that ended, by outcome: sent, failed, bounced or dropped',
  labelNames: ['outcome'] as const,
  registers: [metrics],
});

export const mailAttemptsFailed = new Counter({
  name: 'mail_attempts_failed_total',
  help: 'Attempts to send a mail that failed and are repeated',
  registers: [metrics],
});

export const mailsWaiting = new Gauge({
  name: 'mails_waiting',
  help: 'Mails that wait to be sent or sent again',
  registers: [metrics],
});

export const mailOldestSeconds = new Gauge({
  name: 'mail_oldest_waiting_seconds',
  help: 'Age of the oldest mail that waits; 0 without one',
  registers: [metrics],
});
