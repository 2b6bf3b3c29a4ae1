import { SCOPES } from '../accounts';
import { GRANT_TYPES } from './protocol';
import { resourceOf } from './site';

/** RFC 8414. */
export const serverMetadata = (site: string) => ({
  issuer: site,
  authorization_endpoint: `${site}/oauth/authorize`,
  token_endpoint: `${site}/oauth/token`,
  device_authorization_endpoint: `${site}/oauth/device_authorization`,
  registration_endpoint: `${site}/oauth/register`,
  revocation_endpoint: `${site}/oauth/revoke`,
  scopes_supported: SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: [GRANT_TYPES.code, GRANT_TYPES.refresh, GRANT_TYPES.device],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${site}/llms-full.txt`,
  ui_locales_supported: ['en', 'zh-CN'],
});

/** RFC 9728. */
export const resourceMetadata = (site: string) => ({
  resource: resourceOf(site),
  authorization_servers: [site],
  scopes_supported: SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: 'Shipyard',
  resource_documentation: `${site}/llms-full.txt`,
});
