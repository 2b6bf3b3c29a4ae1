import type { IncomingHttpHeaders } from 'node:http';

export type SentToken = { kind: 'none' } | { kind: 'conflict' } | { kind: 'token'; value: string };

export function readBearerToken(headers: IncomingHttpHeaders): SentToken {
  const { authorization } = headers;
  if (authorization === undefined) return { kind: 'none' };
  const match = /^bearer +(\S+) *$/i.exec(authorization);
  // Another scheme counts as an invalid token, not as an absent one.
  return { kind: 'token', value: match?.[1] ?? '' };
}

export function readParticipantToken(headers: IncomingHttpHeaders): SentToken {
  const bearer = readBearerToken(headers);
  const apiKey = headers['x-api-key'];
  if (apiKey === undefined) return bearer;
  const value = String(apiKey).trim();
  if (bearer.kind === 'token' && bearer.value !== value) return { kind: 'conflict' };
  return { kind: 'token', value };
}
