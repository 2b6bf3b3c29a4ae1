import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ActingGuardian } from '../../accounts';
import { GuardiansService } from '../../guardians';
import { tokenInQuery, withToken } from '../mail-token';
import { OneButton } from '../one-button';
import { PageRenderer } from '../page-renderer';
import { GUARDIAN_PATH } from './guardian-urls';
import { VoidLink } from './guardian.views';

export interface OpenedLink {
  guardian: ActingGuardian;
  token: string;
}

/** Opens the pages of a guardian by the token of the mailed link. */
@Injectable()
export class GuardianEntrance {
  constructor(
    private readonly pages: PageRenderer,
    private readonly guardians: GuardiansService,
  ) {}

  /** Null if the link opens nothing: then the answer says so. */
  async open(request: Request, response: Response): Promise<OpenedLink | null> {
    const token = tokenInQuery(request);
    const guardian = token === null ? null : await this.guardians.holderOf(token);
    if (token !== null && guardian?.isExpired === false) return { guardian, token };
    this.pages.send(request, response.status(410), (page) => {
      if (token === null || guardian === null) return VoidLink({ page });
      const { expired: words, link } = page.words.guardian;
      return OneButton({ page, words, button: link.renew, action: withToken(`${GUARDIAN_PATH}/renew`, token) });
    });
    return null;
  }
}
