import { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { currentRequestId } from './request-context/request-context';

export type { Logger } from 'pino';

export const LOGGER = Symbol('logger');

/**
 * Fields with these names, or with names that end with one of them, are never logged: `ownerEmail` and `reset_token` are
 * among them. A log line names people by id.
 */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'credential',
  'apikey',
  'email',
  'birthdate',
  'recipientname',
  'recipientphone',
  'recipientaddress',
];
const DEEPEST_LEVEL = 8;
/** Names come from our code. The limit is for a logged object whose names come from outside. */
const MOST_NAMES_KEPT = 5_000;

const MAX_BUFFERED_CHARACTERS = 65_536;

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
      if (lines.length > MAX_BUFFERED_CHARACTERS) write();
    },
  };
}

/** Copies the object only if it has a secret. describeError handles errors. */
function withoutSecrets<Fields extends object>(fields: Fields, level = 1): Fields {
  const changes: [name: string, shown: unknown][] = [];
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    const shown = isSecret(name) ? '[redacted]' : shownInside(value, level);
    if (shown !== value) changes.push([name, shown]);
  }
  if (changes.length === 0) return fields;
  const copy = (Array.isArray(fields) ? [...fields] : { ...fields }) as Fields;
  return Object.assign(copy, Object.fromEntries(changes));
}

function shownInside(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || ArrayBuffer.isView(value)) return value;
  return level < DEEPEST_LEVEL ? withoutSecrets(value, level + 1) : '[too deep]';
}

const judgedNames = new Map<string, boolean>();

function isSecret(name: string): boolean {
  const judged = judgedNames.get(name);
  if (judged !== undefined) return judged;
  const letters = name.toLowerCase().replaceAll(/[_-]/g, '');
  const secret = SECRET_NAMES.some((each) => letters.endsWith(each));
  if (judgedNames.size < MOST_NAMES_KEPT) judgedNames.set(name, secret);
  return secret;
}

const TOLD_CAUSES = 3;

/** Keeps only these fields, because database errors contain the statement's values, which may be private. */
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
