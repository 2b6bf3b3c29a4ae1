import { Inject, Injectable } from '@nestjs/common';
import { SecondFactorFlow } from '@shipyard/auth';
import type { ResponseRecorder } from '@shipyard/http';
import { DataSource, type EntityManager } from 'typeorm';
import { changeErrors } from '../changes/changes.errors';
import { ChangesService } from '../changes/changes.service';
import { CONFIG, type HttpConfig } from '../config';
import { operatorErrors, rateLimited, type TotpAnswer } from '../operators';
import type { Member } from './member';
import { memberRows } from './member-rows';

/** A second factor is each member's own choice. */
@Injectable()
export class MemberSecondFactorService extends SecondFactorFlow<Member> {
  constructor(
    dataSource: DataSource,
    private readonly changes: ChangesService,
    @Inject(CONFIG) config: HttpConfig,
  ) {
    super(dataSource, memberRows, config.SESSION_KEYS, {
      issuer: 'Shipyard gateway',
      owner: 'user',
      setUpCall: 'the page /usage/account',
      loginInvalid: operatorErrors.LOGIN_INVALID,
      alreadyOn: changeErrors.CONFLICT,
      rateLimited,
    });
  }

  async standing(member: Member): Promise<TotpAnswer> {
    return { totp: { ...(await this.readState(member)), required: false } };
  }

  protected ownerIdOf({ id }: Member): string {
    return id;
  }

  protected change<Answer extends object>(
    member: Member,
    recorder: ResponseRecorder,
    turns: 'on' | 'off',
    work: (manager: EntityManager) => Promise<Answer>,
  ): Promise<Answer> {
    const isOn = turns === 'on';
    return this.changes.make(
      member,
      recorder,
      isOn ? 'member.enable_totp' : 'member.disable_totp',
      async (manager) => ({
        subjectId: member.id,
        before: { second_factor: !isOn },
        after: { second_factor: isOn },
        answer: await work(manager),
      }),
    );
  }
}
