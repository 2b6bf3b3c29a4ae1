import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { Approvals } from './approvals.service';
import { DeviceLogins } from './device-logins.service';
import { MetadataController } from './metadata.controller';
import { OauthController } from './oauth.controller';
import { TokenEndpoint } from './token-endpoint.service';

@Module({
  imports: [AccountsModule],
  controllers: [OauthController, MetadataController],
  providers: [Approvals, DeviceLogins, TokenEndpoint],
  exports: [Approvals, DeviceLogins],
})
export class OauthModule {}
