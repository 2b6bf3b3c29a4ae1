import { SCOPES, type Scope } from '../accounts';

/** RFC 9728: where a client learns how to get a token. */
const metadataOf = (site: string) => `resource_metadata="${site}/.well-known/oauth-protected-resource/mcp"`;

export const challenge = (site: string) => ({
  'www-authenticate': `Bearer ${metadataOf(site)}, scope="${SCOPES.join(' ')}"`,
});

export const invalidToken = (site: string) => ({
  'www-authenticate': `Bearer error="invalid_token", ${metadataOf(site)}, scope="${SCOPES.join(' ')}"`,
});

/** `granted` is named too, because a client asks for exactly the scopes of this header. */
export const insufficientScope = (site: string, granted: readonly Scope[], missing: readonly Scope[]) => ({
  'www-authenticate': `Bearer error="insufficient_scope", scope="${[...granted, ...missing].join(' ')}", ${metadataOf(site)}`,
});
