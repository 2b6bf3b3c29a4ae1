import { Injectable } from '@nestjs/common';
import type { FormFields } from '@shipyard/http';
import { DeviceLogins } from './device-logins.service';
import { required } from './parameters';
import { GRANT_TYPES, type TokenAnswer } from './protocol';
import { oauthErrors } from './protocol-errors';

@Injectable()
export class TokenEndpoint {
  constructor(private readonly devices: DeviceLogins) {}

  async issue(form: FormFields): Promise<TokenAnswer> {
    switch (required(form, 'grant_type')) {
      case GRANT_TYPES.device:
        return this.devices.redeem(form);
      default:
        throw oauthErrors.unsupported_grant_type();
    }
  }
}
