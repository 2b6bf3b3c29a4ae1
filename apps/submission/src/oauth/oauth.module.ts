import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { Approvals } from './approvals.service';
import { Authorizations } from './authorizations.service';
import { Clients } from './clients.service';
import { DeviceLogins } from './device-logins.service';
import { MetadataController } from './metadata.controller';
import { OauthController } from './oauth.controller';
import { RefreshTokens } from './refresh-tokens.service';
import { Revocations } from './revocations.service';
import { TokenEndpoint } from './token-endpoint.service';

@Module({
  imports: [AccountsModule],
  controllers: [OauthController, MetadataController],
  providers: [Approvals, Authorizations, Clients, DeviceLogins, RefreshTokens, Revocations, TokenEndpoint],
  exports: [Approvals, Authorizations, Clients, DeviceLogins],
})
export class OauthModule {}
