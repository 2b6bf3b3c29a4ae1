import { sendVersioned } from '@shipyard/pages';
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
  contentType = 'text/plain; charset=utf-8',
  cacheControl = 'no-cache',
): Promise<void> {
  return sendVersioned(request, response, {
    version: [text],
    read: () => Promise.resolve(text),
    contentType,
    cacheControl,
  });
}
