import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CONFIG, type HttpConfig } from '../config';
import { Account } from './account.entity';
import { accountErrors } from './accounts.errors';
import { needsGuardian } from './consent-age';
import { type Agreement, lockAgreement } from './guardian-rows';

/** What children may do only if their guardian has agreed. */
@Injectable()
export class GuardianAgreements {
  constructor(@Inject(CONFIG) private readonly config: Pick<HttpConfig, 'GUARDIAN_CONSENT_BELOW'>) {}

  /** Null: the account needs no agreement. Locks the agreement. Throws GUARDIAN_REQUIRED if it is missing. */
  async assertAgreed(manager: EntityManager, accountId: string): Promise<Agreement | null> {
    if (!(await this.isNeeded(manager, accountId))) return null;
    const agreement = await lockAgreement(manager, accountId);
    if (agreement === null) throw accountErrors.GUARDIAN_REQUIRED();
    return agreement;
  }

  async isMissing(manager: EntityManager, accountId: string): Promise<boolean> {
    return (await this.isNeeded(manager, accountId)) && (await lockAgreement(manager, accountId)) === null;
  }

  find(manager: EntityManager, accountId: string): Promise<Agreement | null> {
    return lockAgreement(manager, accountId);
  }

  async isNeeded(manager: EntityManager, accountId: string): Promise<boolean> {
    const account = await manager.findOneByOrFail(Account, { id: accountId });
    return needsGuardian(account.birthDate, this.config);
  }
}
