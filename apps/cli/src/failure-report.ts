import { ShipyardError } from '@shipyard/client';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { UnknownField } from './chosen-fields';
import type { Problem } from '@shipyard/project-folder';
import { CliFailure, EXIT, type ExitCode, exitCodeOf } from './failure';
import { nearestName } from './nearest-name';
import { findingIn } from './words/finding';
import type { Words } from './words/words';

/** The most problems of files that are listed. */
const SHOWN_PROBLEMS = 10;

export interface FailureReport {
  exit: ExitCode;
  error: string;
  /** For programs: as the service says it. */
  message: string;
  /** For people: what is wrong, then what to do. */
  lines: string[];
  details: Readonly<Record<string, unknown>>;
}

export interface Telling {
  words: Words;
  environment: NodeJS.ProcessEnv;
}

/** Tells of a failure in the language of the person. */
export function describeFailure(thrown: unknown, { words, environment }: Telling): FailureReport {
  const { told, hint, ...facts } = factsOf(thrown, words, environment);
  const fields = fieldsIn(facts.details).map(({ field, message }) => `${field}: ${findingIn(words, message)}`);
  const more = [...fields, ...problemLines(facts.details, words), ...(hint === null ? [] : [hint])];
  return { ...facts, lines: [told, ...more.map((line) => `  ${line}`)] };
}

interface FailureFacts extends Omit<FailureReport, 'lines'> {
  told: string;
  hint: string | null;
}

function factsOf(thrown: unknown, words: Words, environment: NodeJS.ProcessEnv): FailureFacts {
  if (thrown instanceof CliFailure) return { ...thrown.facts, told: thrown.message };
  if (thrown instanceof ShipyardError) {
    const { error, message, details } = thrown;
    // The service names the fields in its message too.
    const namesFields = error === 'VALIDATION_FAILED' && fieldsIn(details).length > 0;
    const told = namesFields ? words.refusedFields : (words.errors[error] ?? message);
    return {
      exit: exitCodeOf(thrown),
      error,
      message,
      told: typeof told === 'function' ? told(details) : told,
      hint: hintFor(thrown, words, environment),
      details,
    };
  }
  if (thrown instanceof UnknownField) return unknownField(thrown, words);
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = hintForFile(thrown, words);
  return {
    exit: EXIT.failure,
    error: hint === null ? 'FAILURE' : 'FILE_ERROR',
    message,
    told: message,
    hint: hint ?? words.reportHint,
    details: {},
  };
}

function unknownField({ field, names }: UnknownField, words: Words): FailureFacts {
  const { usage } = words;
  const meant = nearestName(field, names);
  const message = [
    usage.unknownField(field),
    ...(meant === null ? [] : [usage.didYouMean(meant)]),
    ...(names.length === 0 ? [] : [usage.fieldsAre(names.join(', '))]),
  ].join(' ');
  const details = { fields: names };
  return { exit: EXIT.usage, error: 'USAGE', message, told: message, hint: usage.fieldsHint, details };
}

function hintFor(failure: ShipyardError, words: Words, environment: NodeJS.ProcessEnv): string | null {
  const { status, requestId } = failure;
  if (status === 401) return environment.SHIPYARD_TOKEN ? words.signIn.environmentHint : words.signIn.hint;
  return exitCodeOf(failure) === EXIT.network && requestId !== null ? words.requestId(requestId) : null;
}

/** What the file system refused names the file already. */
function hintForFile(thrown: unknown, words: Words): string | null {
  switch (errorCodeOf(thrown)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return words.files.denied;
    case 'EDQUOT':
    case 'ENOSPC':
      return words.files.full;
    // Windows renames and deletes no file that is open.
    case 'EBUSY':
      return words.files.busy;
    case 'EEXIST':
    case 'EISDIR':
    case 'ENOTDIR':
      return words.files.inTheWay;
    default:
      return null;
  }
}

/** What `check` would list. */
function problemLines({ errors }: Readonly<Record<string, unknown>>, words: Words): string[] {
  if (!Array.isArray(errors)) return [];
  const lines = errors.filter(isProblem).map(({ file, line, message }) => {
    return `${line === null ? file : `${file}:${line}`}: ${findingIn(words, message)}`;
  });
  const left = lines.length - SHOWN_PROBLEMS;
  return left > 0 ? [...lines.slice(0, SHOWN_PROBLEMS), words.check.more(left)] : lines;
}

const isProblem = (each: unknown): each is Pick<Problem, 'file' | 'line' | 'message'> =>
  typeof each === 'object' && each !== null && 'file' in each && 'line' in each && 'message' in each;

function fieldsIn({ fields }: Readonly<Record<string, unknown>>): { field: string; message: string }[] {
  if (!Array.isArray(fields)) return [];
  return fields.filter(
    (each): each is { field: string; message: string } =>
      typeof each === 'object' && each !== null && 'field' in each && 'message' in each,
  );
}
