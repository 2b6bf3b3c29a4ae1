import { Inject, Injectable } from '@nestjs/common';
import { MAX_WRONG_CODES, SecondFactorFlow } from '@shipyard/auth';
import { envelopeErrors, type ResponseRecorder } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { rateHeaders, rateLimited } from '../limits/limits.errors';
import { accountRows } from './account-rows';
import { Account } from './account.entity';
import { accountErrors } from './accounts.errors';
import type { Caller } from './caller';
import { usableRoles } from './holder';
import type { TotpView } from './second-factor.view';
import { SignInAudit } from './sign-in-audit.service';

@Injectable()
export class SecondFactorService extends SecondFactorFlow<Caller> {
  constructor(
    dataSource: DataSource,
    private readonly audit: SignInAudit,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {
    super(dataSource, accountRows, config.SESSION_KEYS, {
      issuer: 'Shipyard',
      owner: 'account',
      setUpCall: 'POST /api/v1/accounts/totp',
      withoutSession: 'With a token, send the code as X-Second-Factor on the call that needs it.',
      loginInvalid: accountErrors.LOGIN_INVALID,
      alreadyOn: envelopeErrors.FORBIDDEN,
      rateLimited: (message, seconds) => rateLimited(message, seconds, rateHeaders(MAX_WRONG_CODES, 0, seconds)),
    });
  }

  async standing(caller: Caller): Promise<TotpView> {
    const { roles } = await this.dataSource.manager.findOneByOrFail(Account, { id: caller.accountId });
    const { withheldRoles } = usableRoles({ roles, scopes: null, isProved: false }, this.config.STAFF_TOTP);
    return { ...(await this.readState(caller)), required: withheldRoles.length > 0 };
  }

  /** Without proof: for an account whose second factor may be somebody else's. */
  remove(manager: EntityManager, accountId: string): Promise<void> {
    return this.factors.remove(manager, accountId);
  }

  protected ownerIdOf({ accountId }: Caller): string {
    return accountId;
  }

  protected override recordWrongPassword(accountId: string): Promise<void> {
    return this.audit.recordWrongPassword(accountId);
  }

  protected change<Answer extends object>(
    _caller: Caller,
    recorder: ResponseRecorder,
    _turns: 'on' | 'off',
    work: (manager: EntityManager) => Promise<Answer>,
  ): Promise<Answer> {
    return this.dataSource.transaction(async (manager) => recorder.record(manager, await work(manager)));
  }
}
