import { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { currentRequestId } from './request-context/request-context';

export type { Logger } from 'pino';

export const LOGGER = Symbol('logger');

/** Never logged, in any object. A log line names people by id. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'credential',
  'session_token',
  'reset_token',
  'confirm_token',
  'api_key',
  'x-api-key',
  'email',
  'birth_date',
  'birthDate',
  'recipient_name',
  'recipient_phone',
  'recipient_address',
]);
const SECRET_LEVELS = 3;

/** In characters. Longer output is written at once. */
const MOST_TOGETHER = 65_536;

/** Readable lines in a terminal outside production, else JSON. Lines of a request or job have its request_id. */
export function createLogger(service: string): Logger {
  const readable = process.stdout.isTTY && process.env.NODE_ENV !== 'production';
  const options: pino.LoggerOptions = {
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Pino's redaction looks up each path in turn, which cost five times as much as the rest of a line.
    formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields) },
    serializers: { err: (error: unknown) => describeError(error) },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { request_id: requestId };
    },
  };
  if (!readable) return pino(options, linesTogether());
  return pino(
    options,
    pretty({ sync: true, ignore: 'pid,hostname', singleLine: true, translateTime: 'SYS:HH:MM:ss.l' }),
  );
}

/** Writes the lines of one event loop turn together, because a write costs more than a line. */
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

/** Copies the object only if it has a secret. describeError handles errors. */
function withoutSecrets(fields: Record<string, unknown>, levels = SECRET_LEVELS): Record<string, unknown> {
  let clean = fields;
  for (const [name, value] of Object.entries(fields)) {
    const inner = isNested(value) && levels > 1 ? withoutSecrets(value, levels - 1) : value;
    const shown = SECRET_NAMES.has(name) ? '[redacted]' : inner;
    if (shown !== value) clean = { ...clean, [name]: shown };
  }
  return clean;
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

const TOLD_CAUSES = 3;

/** Omits data: database errors contain the statement's values, which may be private. */
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

/** Drops Nest's lines about wiring. */
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
