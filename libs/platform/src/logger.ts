import { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { currentRequestId } from './request-context';

export type { Logger } from 'pino';

/** What has one of these names never reaches a log line, whoever puts it in an object that is logged. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization', 'cookie', 'password', 'token', 'secret', 'credential', 'session_token', 'api_key', 'x-api-key', 'recipient_name', 'recipient_phone', 'recipient_address',
]);
/** How deep in the object it is looked for. */
const SECRET_LEVELS = 3;

/** In characters: more does not wait for the end of the turn. */
const MOST_TOGETHER = 65_536;

/** JSON lines on stdout; readable ones in a terminal outside production. Each line of a request or job carries its request_id. */
export function createLogger(service: string): Logger {
  const readable = process.stdout.isTTY && process.env.NODE_ENV !== 'production';
  const options: pino.LoggerOptions = {
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Pino's own redaction looks for each path in turn, which made it five times the price of the rest of a line.
    formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields) },
    serializers: { err: (error: unknown) => describeError(error) },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { request_id: requestId };
    },
  };
  if (!readable) return pino(options, linesTogether());
  return pino(options, pretty({ sync: true, ignore: 'pid,hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss.l' }));
}

/** Writes what comes in one turn of the event loop at once, for a write a line costs more than the line; and at the end of the process what is left. */
function linesTogether(): pino.DestinationStream {
  const output = pino.destination({ dest: 1, sync: true });
  let lines = '';
  const write = () => {
    const together = lines;
    lines = '';
    if (together !== '') output.write(together);
  };
  process.on('exit', write);
  return {
    write(line) {
      if (lines === '') setImmediate(write);
      lines += line;
      if (lines.length > MOST_TOGETHER) write();
    },
  };
}

/** The object itself where it holds no secret, as nearly all do, else a copy. Errors are described elsewhere. */
function withoutSecrets(fields: Record<string, unknown>, levels = SECRET_LEVELS): Record<string, unknown> {
  let clean = fields;
  for (const [name, value] of Object.entries(fields)) {
    const inner = isNested(value) && levels > 1 ? withoutSecrets(value, levels - 1) : value;
    const shown = SECRET_NAMES.has(name) ? '[redacted]' : inner;
    if (shown !== value) clean = { ...clean, [name]: shown };
  }
  return clean;
}

const isNested = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !(value instanceof Error);

const TOLD_CAUSES = 3;

/**
 * An error as a log may hold it: what it is and where, never what it was about. Database errors carry the statement's values,
 * which can be a README, a prompt or a person's address.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: typeof error === 'string' ? error : typeof error };
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(cause !== undefined && depth < TOLD_CAUSES && { cause: describeError(cause, depth + 1) }),
  };
}

/** Lets Nest's own lines (start-up, module errors) go through the same logger; its chatter about wiring is dropped. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(): void {}
  debug(): void {}
  verbose(): void {}

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn({ from: rest.at(-1) }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const error = message instanceof Error ? message : undefined;
    this.logger.error({ err: error, from: rest.at(-1) }, error?.message ?? String(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.error(message, ...rest);
  }
}
