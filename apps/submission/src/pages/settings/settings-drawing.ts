import { Inject, Injectable } from '@nestjs/common';
import { addressBlock } from '@shipyard/auth';
import type { FormFields, HttpError } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Request, Response } from 'express';
import { mayHaveGuardian, type NewTokenView, TokensService } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { GuardiansService } from '../../guardians';
import { RateLimits } from '../../limits/rate-limits';
import { PageRenderer } from '../page-renderer';
import { StudioQuery } from '../studio/studio.query';
import type { SettingsErrors, SettingsPart } from './settings-errors';
import { SettingsPage } from './settings.views';

export interface ShownSettings {
  /** What was typed into the form that was refused. */
  values?: FormFields;
  errors?: SettingsErrors;
  refusal?: HttpError | null;
  saved?: SettingsPart | null;
  newToken?: NewTokenView | null;
}

/** What the controllers of the settings share. */
@Injectable()
export class SettingsDrawing {
  constructor(
    private readonly pages: PageRenderer,
    private readonly studio: StudioQuery,
    private readonly tokens: TokensService,
    private readonly limits: RateLimits,
    private readonly guardians: GuardiansService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  async draw(request: Request, response: Response, shown: ShownSettings): Promise<void> {
    const studio = await this.studio.ofAccount(request);
    const tokens = await this.tokens.list(studio.caller);
    const mayHave = mayHaveGuardian(studio.account.birth_date, this.config);
    const guardian = mayHave ? await this.guardians.ofAccount(studio.caller.accountId) : null;
    const { values = {}, errors = {}, refusal = null, saved = null, newToken = null } = shown;
    const nextTokenId = uuidv7();
    this.pages.send(
      request,
      response,
      (page) =>
        SettingsPage({
          ...{ page, studio, tokens, nextTokenId, values, errors, refusal, saved, newToken },
          ...{ guardian, mayHaveGuardian: mayHave && studio.account.birth_date !== null },
        }),
      { hasScripts: true },
    );
  }

  /** As the API limits each check of a password. */
  takePasswordCheck(request: Request, response: Response, accountId: string): Promise<void> {
    return this.limits.take(response, 'password_check', `${accountId} ${addressBlock(request.ip ?? '')}`);
  }
}
