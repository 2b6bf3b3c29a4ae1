import { type HttpConfig, publicUrlOf } from '../config';

/** The issuer: where people reach the service, without a slash at the end. */
export const siteOf = (config: Pick<HttpConfig, 'SUBMISSION_PUBLIC_URL' | 'SUBMISSION_PORT'>) =>
  publicUrlOf(config).replace(/\/$/, '');

/** What access tokens are for (RFC 8707): the door for assistants. */
export const resourceOf = (site: string) => `${site}/mcp`;

/** RFC 9728. A 401 of the resource names it: `WWW-Authenticate: Bearer resource_metadata="…"`. */
export const resourceMetadataUrlOf = (site: string) => `${site}/.well-known/oauth-protected-resource/mcp`;
