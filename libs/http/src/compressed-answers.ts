import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';

/**
 * Compresses what a GET answers (brotli or gzip), if it is text. An answer that is for one reader alone stays as it is:
 * where a stranger can have a text of his put beside a secret, the length of the compressed answer tells the secret.
 * Such answers say `no-store` or `no-transform`, or are private JSON.
 */
export function compressedAnswers(): (request: Request, response: Response, next: NextFunction) => void {
  const compress = compression({ filter: isForMany });
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') compress(request, response, next);
    else next();
  };
}

function isForMany(request: Request, response: Response): boolean {
  const cached = String(response.getHeader('cache-control') ?? '');
  const type = String(response.getHeader('content-type') ?? '');
  if (cached.includes('no-store') || type.startsWith('text/event-stream')) return false;
  if (type.startsWith('application/json') && !cached.includes('public')) return false;
  return compression.filter(request, response);
}
