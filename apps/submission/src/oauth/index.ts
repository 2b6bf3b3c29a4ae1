export { Approvals } from './approvals.service';
export { DeviceLogins, type WaitingDevice } from './device-logins.service';
export { OauthModule } from './oauth.module';
export { readUserCode } from './user-code';
