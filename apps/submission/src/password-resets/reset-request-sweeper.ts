import { sweeper } from '@shipyard/platform/sweep';
import { ResetMails } from './reset-mails.service';

const AT_ONCE = 200;

/** There is no queue: a job for known emails alone would show in the time of the request. */
export const resetRequestSweeper = sweeper({
  name: 'requests for password resets',
  everyMs: 2_000,
  inject: [ResetMails],
  async sweep(mails) {
    if (!(await mails.dropRequests())) return;
    for (let handled = 0; handled < AT_ONCE && (await mails.handleNext());) handled += 1;
  },
});
