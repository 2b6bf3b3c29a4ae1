export { Approvals } from './approvals.service';
export {
  type AuthorizationRequest,
  isStateTooLong,
  parameterOf,
  type QueryParameters,
  readAuthorizationRequest,
  stateOf,
} from './authorization-request';
export { Authorizations } from './authorizations.service';
export { type Client, type ClientPlace, Clients, type ConnectedApp, mayRedirectTo } from './clients.service';
export { DeviceLogins, type WaitingDevice } from './device-logins.service';
export { OauthModule } from './oauth.module';
export { oauthErrors } from './protocol-errors';
export { targetOf, withParameters } from './redirect-uri';
export { resourceMetadataUrlOf, siteOf } from './site';
export { readUserCode } from './user-code';
