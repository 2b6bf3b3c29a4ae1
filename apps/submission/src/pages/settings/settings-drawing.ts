import { Injectable } from '@nestjs/common';
import { addressBlock } from '@shipyard/auth';
import type { FormFields, HttpError } from '@shipyard/http';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Request, Response } from 'express';
import type { NewTokenView } from '../../accounts';
import { RateLimits } from '../../limits/rate-limits';
import { PageRenderer } from '../page-renderer';
import type { SettingsErrors, SettingsPart } from './settings-errors';
import { SettingsQuery } from './settings.query';
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
    private readonly query: SettingsQuery,
    private readonly limits: RateLimits,
  ) {}

  async draw(request: Request, response: Response, shown: ShownSettings): Promise<void> {
    const read = await this.query.read(request);
    const { values = {}, errors = {}, refusal = null, saved = null, newToken = null } = shown;
    const nextTokenId = uuidv7();
    this.pages.send(
      request,
      response,
      (page) => SettingsPage({ page, ...read, ...{ nextTokenId, values, errors, refusal, saved, newToken } }),
      { hasScripts: true },
    );
  }

  /** As the API limits each check of a password. */
  takePasswordCheck(request: Request, response: Response, accountId: string): Promise<void> {
    return this.limits.take(response, 'password_check', `${accountId} ${addressBlock(request.ip ?? '')}`);
  }
}
