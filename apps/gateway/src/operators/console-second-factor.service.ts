import { Inject, Injectable } from '@nestjs/common';
import { SecondFactorFlow } from '@shipyard/auth';
import type { ResponseRecorder } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { ChangesService } from '../changes/changes.service';
import { CONFIG, type HttpConfig } from '../config';
import type { AdminRole } from './admin-key.entity';
import { consoleRows } from './console-rows';
import type { Operator } from './operator';
import { operatorErrors, rateLimited } from './operators.errors';
import { userIdOf } from './persons';
import type { TotpAnswer } from './totp.view';

const WITHOUT = { second_factor: false };
const WITH = { second_factor: true };

@Injectable()
export class ConsoleSecondFactorService extends SecondFactorFlow<Operator> {
  constructor(
    dataSource: DataSource,
    private readonly changes: ChangesService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {
    super(dataSource, consoleRows, config.SESSION_KEYS, {
      issuer: 'Shipyard gateway',
      owner: 'user',
      setUpCall: 'POST /admin/totp',
      withoutSession: 'An admin key has no second factor.',
      loginInvalid: operatorErrors.LOGIN_INVALID,
      alreadyOn: changeErrors.CONFLICT,
      rateLimited,
    });
  }

  /** Viewers change nothing, so it is optional for them. */
  isRequiredOf(role: AdminRole): boolean {
    return this.config.STAFF_TOTP === 'required' && role !== 'viewer';
  }

  async standing(operator: Operator): Promise<TotpAnswer> {
    return { totp: { ...(await this.readState(operator)), required: this.isRequiredOf(operator.role) } };
  }

  async standingOf(user: Pick<Operator, 'id' | 'role'>): Promise<TotpAnswer> {
    const { confirmedAt, recoveryCodesLeft } = await this.factors.standing(user.id);
    return {
      totp: {
        enabled: confirmedAt !== null,
        enabled_at: confirmedAt?.toISOString() ?? null,
        recovery_codes_left: recoveryCodesLeft,
        required: this.isRequiredOf(user.role),
      },
    };
  }

  /** False if the user has none. */
  async removeFrom(manager: EntityManager, userId: string): Promise<boolean> {
    if (!(await this.factors.isSetUp(manager, userId))) return false;
    await this.factors.remove(manager, userId);
    return true;
  }

  protected ownerIdOf(operator: Operator): string {
    return userIdOf(operator);
  }

  protected change<Answer extends object>(
    operator: Operator,
    recorder: ResponseRecorder,
    turns: 'on' | 'off',
    work: (manager: EntityManager) => Promise<Answer>,
  ): Promise<Answer> {
    const [action, before, after] =
      turns === 'on' ? (['user.enable_totp', WITHOUT, WITH] as const) : (['user.disable_totp', WITH, WITHOUT] as const);
    return this.changes.make(operator, recorder, action, async (manager) => ({
      subjectId: userIdOf(operator),
      before,
      after,
      answer: await work(manager),
    }));
  }
}
