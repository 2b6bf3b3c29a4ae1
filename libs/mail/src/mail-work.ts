import { queueModule } from '@shipyard/platform/queues';
import { endedMailSweeper } from './ended-mail-sweeper';
import { mailFileSweeper } from './mail-file-sweeper';
import { MailJobs } from './mail-jobs';
import { mailMetricsSweeper } from './mail-metrics-sweeper';
import { mailRateSweeper } from './mail-rate-sweeper';
import { mailSweeper } from './mail-sweeper';
import { MAIL_QUEUE, SECURITY_MAIL_QUEUE } from './mail.queue';
import { MailWorker, SecurityMailWorker } from './mail.worker';

/** For the imports of a worker module. */
export const mailQueues = () => [queueModule(MAIL_QUEUE), queueModule(SECURITY_MAIL_QUEUE)];

/** For the providers of a worker module, which also provides its `MailSender`. */
export const mailWork = [
  endedMailSweeper,
  mailFileSweeper,
  MailJobs,
  mailMetricsSweeper,
  mailRateSweeper,
  mailSweeper,
  MailWorker,
  SecurityMailWorker,
];
