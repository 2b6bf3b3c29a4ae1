import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { mayHaveGuardian, SessionsService, TokensService } from '../../accounts';
import { CONFIG, type HttpConfig } from '../../config';
import { EmailChanges } from '../../email-change';
import { GuardiansService } from '../../guardians';
import { StudioQuery } from '../studio/studio.query';

/** Reads what the settings show. */
@Injectable()
export class SettingsQuery {
  constructor(
    private readonly studio: StudioQuery,
    private readonly tokens: TokensService,
    private readonly sessions: SessionsService,
    private readonly emailChanges: EmailChanges,
    private readonly guardians: GuardiansService,
    @Inject(CONFIG) private readonly config: HttpConfig,
  ) {}

  async read(request: IncomingMessage) {
    const studio = await this.studio.ofAccount(request);
    const { caller, account } = studio;
    const mayHave = mayHaveGuardian(account.birth_date, this.config);
    const [tokens, sessions, { email_change: emailChange }, guardian] = await Promise.all([
      this.tokens.list(caller),
      this.sessions.list(caller),
      this.emailChanges.waiting(caller),
      mayHave ? this.guardians.ofAccount(caller.accountId) : null,
    ]);
    return {
      ...{ studio, tokens, sessions, emailChange, guardian },
      mayHaveGuardian: mayHave && account.birth_date !== null,
      cliPackage: this.config.CLI_PACKAGE,
    };
  }
}
