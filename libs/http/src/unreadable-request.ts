import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { errorFormatOf } from './error.filter';
import { HttpError } from './errors';
import { pathOf } from './begin-request-context';
import type { SecurityHeaders } from './security-headers';
import type { ErrorFormat } from './error-format';

declare module 'net' {
  interface Socket {
    /** The newest request that came over this connection, with its response. */
    newest?: { request: IncomingMessage; response: ServerResponse };
  }
}

const HEARING_MS = 5_000;

/**
 * Answers malformed, slow or too large requests with an error body and an id, where Node would send a bare status.
 * Closes the connection, because the start of the next request is unknown.
 */
export function answerUnreadable(
  server: Server,
  errorFormats: ErrorFormat[],
  securityHeaders: SecurityHeaders,
  logger: Logger,
): void {
  server.prependListener('request', (request, response) => {
    request.socket.newest = { request, response };
  });
  server.on('clientError', (thrown, socket) => {
    const under = socket instanceof Socket ? socket.newest : undefined;
    const isOpen = under !== undefined && !under.response.writableFinished;
    // The client is gone, or a partial response must not look complete.
    if (!socket.writable || (isOpen && under.response.headersSent)) {
      socket.destroy();
      return;
    }
    const errorFormat = errorFormatOf(isOpen ? pathOf(under.request) : '/', errorFormats);
    const error = toError(errorCodeOf(thrown), errorFormat);
    const requestId = uuidv7();
    const facts = { request_id: requestId, code: error.code, status: error.row.status, reason: errorCodeOf(thrown) };
    logger.info(facts, 'A request cannot be read');
    const body = JSON.stringify(errorFormat.render(error));
    const headers = [
      ['X-Request-Id', requestId],
      ...securityHeaders,
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', Buffer.byteLength(body)],
      ['Connection', 'close'],
    ];
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
    setTimeout(() => socket.destroy(), HEARING_MS).unref();
    socket.end(
      `HTTP/1.1 ${error.row.status} ${error.row.status === 413 ? 'Payload Too Large' : 'Bad Request'}\r\n${lines.join('')}\r\n${body}`,
    );
  });
}

function toError(reason: unknown, errorFormat: ErrorFormat): HttpError {
  switch (reason) {
    case 'HPE_HEADER_OVERFLOW': {
      const { code, row } = errorFormat.fromFault({ kind: 'body_too_large', limitBytes: maxHeaderSize });
      return new HttpError(code, row, {
        message: `The URL and the headers together are larger than ${maxHeaderSize} bytes. Shorten them.`,
      });
    }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return errorFormat.fromFault({
        kind: 'body_malformed',
        message: 'The request did not arrive in time. Send it again.',
      });
    default:
      return errorFormat.fromFault({
        kind: 'body_malformed',
        message: 'The request is not valid HTTP. Check the client that sent it.',
      });
  }
}
