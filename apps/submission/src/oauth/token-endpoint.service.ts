import { Inject, Injectable } from '@nestjs/common';
import type { FormFields } from '@shipyard/http';
import { CONFIG, type HttpConfig } from '../config';
import { Authorizations } from './authorizations.service';
import { Clients } from './clients.service';
import { DeviceLogins } from './device-logins.service';
import { optional, required } from './parameters';
import { CLI_CLIENT, GRANT_TYPES, type TokenAnswer } from './protocol';
import { oauthErrors } from './protocol-errors';
import { RefreshTokens } from './refresh-tokens.service';
import { resourceOf, siteOf } from './site';

@Injectable()
export class TokenEndpoint {
  private readonly resource: string;

  constructor(
    private readonly devices: DeviceLogins,
    private readonly authorizations: Authorizations,
    private readonly refreshTokens: RefreshTokens,
    private readonly clients: Clients,
    @Inject(CONFIG) config: HttpConfig,
  ) {
    this.resource = resourceOf(siteOf(config));
  }

  async issue(form: FormFields): Promise<TokenAnswer> {
    switch (required(form, 'grant_type')) {
      case GRANT_TYPES.device:
        return this.devices.redeem(form);
      case GRANT_TYPES.code:
        await this.assertMay(form);
        return this.authorizations.redeem(form);
      case GRANT_TYPES.refresh:
        await this.assertMay(form);
        return this.refreshTokens.exchange(form);
      default:
        throw oauthErrors.unsupported_grant_type();
    }
  }

  private async assertMay(form: FormFields): Promise<void> {
    const clientId = required(form, 'client_id');
    if (clientId === CLI_CLIENT.id) throw oauthErrors.unauthorized_client();
    await this.clients.assertKnown(clientId);
    if ((optional(form, 'resource') ?? this.resource) !== this.resource) throw oauthErrors.invalid_target();
  }
}
