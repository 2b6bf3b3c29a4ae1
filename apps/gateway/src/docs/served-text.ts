import { createHash } from 'node:crypto';
import { matchesEtag } from '@shipyard/http';
import type { Request, Response } from 'express';

/** What the OpenAPI document says of a text that `answerText` sends. */
export const CONDITIONAL = {
  headers: { 'If-None-Match': 'The ETag of an earlier answer.' },
  answerHeaders: { ETag: 'Changes with the text.' },
} as const;
export const UNCHANGED = { description: 'The answer that If-None-Match names has not changed.' } as const;

export function answerText(
  request: Request,
  response: Response,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  response.setHeader('etag', etag);
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], etag)) response.status(304).end();
  else response.type(type).send(text);
}
