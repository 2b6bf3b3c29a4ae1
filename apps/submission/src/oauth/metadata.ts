import { SCOPES } from '../accounts';
import { GRANT_TYPES } from './protocol';

/** RFC 8414. */
export const serverMetadata = (site: string) => ({
  issuer: site,
  token_endpoint: `${site}/oauth/token`,
  device_authorization_endpoint: `${site}/oauth/device_authorization`,
  scopes_supported: SCOPES,
  response_types_supported: [],
  grant_types_supported: [GRANT_TYPES.device],
  token_endpoint_auth_methods_supported: ['none'],
  service_documentation: `${site}/llms-full.txt`,
  ui_locales_supported: ['en', 'zh-CN'],
});
