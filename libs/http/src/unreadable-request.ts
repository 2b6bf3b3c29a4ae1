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
 * Answers malformed, slow or too large requests with an error body and an id, where Node would send a bare status. A
 * form whose headers were read gets a page if its path has pages. Closes the connection, because the start of the next
 * request is unknown.
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
    const begun = isOpen ? under : null;
    const requestId = String(begun?.response.getHeader('x-request-id') ?? uuidv7());
    const facts = { request_id: requestId, code: error.code, status: error.row.status, reason: errorCodeOf(thrown) };
    logger.info(facts, 'A request cannot be read');
    const page = begun && pageOf(error, begun, errorFormat, logger);
    const body = page ?? JSON.stringify(errorFormat.render(error));
    const headers = [
      ['X-Request-Id', requestId],
      ...(page === null ? securityHeaders : headersOf(begun?.response)),
      ['Content-Type', `${page === null ? 'application/json' : 'text/html'}; charset=utf-8`],
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

interface Begun {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Null for a client that reads JSON. A page that cannot be drawn must not end the process: nobody catches its error. */
function pageOf(
  error: HttpError,
  { request, response }: Begun,
  errorFormat: ErrorFormat,
  logger: Logger,
): string | null {
  try {
    return errorFormat.renderPage?.(error, request, response) ?? null;
  } catch (cause) {
    logger.error({ err: cause, path: pathOf(request) }, 'The page of an error cannot be drawn');
    return null;
  }
}

const OWN_HEADERS = new Set(['x-request-id', 'content-type', 'content-length', 'connection']);

/** What the drawn page needs, such as its policy and its language. */
const headersOf = (response?: ServerResponse): [string, string][] =>
  Object.entries(response?.getHeaders() ?? {})
    .filter(([name]) => !OWN_HEADERS.has(name))
    .flatMap(([name, values]) => [values ?? []].flat().map((value): [string, string] => [name, String(value)]));

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
