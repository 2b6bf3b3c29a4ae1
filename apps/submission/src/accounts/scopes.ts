import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { envelopeErrors, type HttpError } from '@shipyard/http';

/** What a token may do that a person gave to a program. Whatever no scope names is left to the person. */
export const SCOPES = ['projects:read', 'projects:write', 'projects:publish', 'reviews:request'] as const;
export type Scope = (typeof SCOPES)[number];

export const isScope = (value: string): value is Scope => SCOPES.some((scope) => scope === value);

const NEEDS_SCOPE = 'shipyard:needs-scope';

/** Lets tokens with one of these scopes call the route. A route without it is closed to all tokens that have scopes. */
export const NeedsScope = (...scopes: [Scope, ...Scope[]]) => SetMetadata(NEEDS_SCOPE, scopes);

export const scopesOf = (route: Pick<ExecutionContext, 'getHandler'>): readonly Scope[] =>
  new Reflector().get<readonly Scope[] | undefined>(NEEDS_SCOPE, route.getHandler()) ?? [];

export const mayCall = (granted: readonly Scope[] | null, needed: readonly Scope[]) =>
  granted === null || needed.some((scope) => granted.includes(scope));

/** A session and a token without scopes have all. */
export const hasScope = ({ scopes }: { scopes: readonly Scope[] | null }, scope: Scope) =>
  scopes === null || scopes.includes(scope);

export function scopeRefused(needed: readonly Scope[]): HttpError {
  if (needed.length === 0)
    return envelopeErrors.FORBIDDEN({
      message:
        'No scope allows this call, so no token with scopes can make it. Do it in the studio, or with a token that may do everything.',
    });
  return envelopeErrors.FORBIDDEN({
    message: `This token does not have the scope ${needed.join(' or ')}. Make another one that has it, or connect the app again and allow it.`,
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed.join(' ')}"` },
  });
}

export const scopeNote = (scopes: readonly Scope[], isOpen: boolean) =>
  `A token with scopes needs ${scopes.map((scope) => `\`${scope}\``).join(' or ')}${isOpen ? ' to read what is private' : ''}.`;
