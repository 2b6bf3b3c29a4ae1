import type { IncomingMessage } from 'node:http';
import { uuidv7 } from '@shipyard/platform/ids';

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

export function requestIdOf(request: IncomingMessage, acceptCallers: boolean): string {
  const sent = request.headers['x-request-id'];
  return acceptCallers && typeof sent === 'string' && SANE.test(sent) ? sent : uuidv7();
}
