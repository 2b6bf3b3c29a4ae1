import type { Request } from 'express';

/** The token of a mail. It is in the query also when its form is sent, so that the page has one URL in every state. */
export function tokenInQuery({ query: { token } }: Pick<Request, 'query'>): string | null {
  return typeof token === 'string' ? token : null;
}

export const withToken = (path: string, token: string) => `${path}?${new URLSearchParams({ token }).toString()}`;
