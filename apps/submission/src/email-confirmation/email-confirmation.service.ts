import { Inject, Injectable } from '@nestjs/common';
import type { ResponseRecorder } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import { DataSource } from 'typeorm';
import { type Caller, confirmEmail, readEmail } from '../accounts';
import { CONFIG, type HttpConfig } from '../config';
import { MailOutbox, MailRate } from '../mail';
import { isSignedFor, readConfirmation } from './confirmation-token';
import type { RequestedConfirmationView } from './email-confirmation.view';

@Injectable()
export class EmailConfirmation {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<HttpConfig, 'URL_SIGNING_KEYS' | 'DEMO'>,
  ) {}

  /** Returns false for a token that is not ours or has expired, and when the account has another email or is gone. */
  async confirm(token: string): Promise<boolean> {
    const sent = readConfirmation(token);
    if (sent === null || sent.expiresAt.getTime() <= Date.now()) return false;
    const { manager } = this.dataSource;
    const account = await readEmail(manager, sent.accountId);
    if (account === null || !isSignedFor(account.email, sent, this.config.URL_SIGNING_KEYS)) return false;
    return confirmEmail(manager, sent.accountId, account.email);
  }

  /** The answer is the same when the address got too many mails. */
  async requestLink({ accountId }: Caller, recorder: ResponseRecorder): Promise<RequestedConfirmationView> {
    return this.dataSource.transaction(async (manager) => {
      const account = await readEmail(manager, accountId);
      const requested = account !== null && !account.isConfirmed;
      if (requested && (await MailRate.take(manager, account.email, { isDemo: this.config.DEMO })))
        await MailOutbox.add(manager, {
          accountId,
          kind: 'confirm_email',
          key: `confirm_email:${accountId}:${uuidv7()}`,
        });
      return recorder.record(manager, { requested });
    });
  }
}
