import {
  instantOf,
  LOG_SEQUENCE_MAX,
  LOG_TEXT_LIMIT_BYTES,
  logTime,
  readLogTitle,
  readTextBytes,
  sizeInWords,
} from '@shipyard/contracts';
import { FrontMatterInvalid, frontMatterMapping, lineOfKey, splitFrontMatter } from '@shipyard/markdown/front-matter';
import { lineAt, lineOfText } from './lines';
import type { LogFile, Problem } from './types';
import { yamlScalar } from './yaml-scalar';

export const LOGS_FOLDER = 'logs';
/** The front matter is not a part of the text that the service limits. */
const FILE_LIMIT_BYTES = LOG_TEXT_LIMIT_BYTES + 16 * 1024;
const LOG_FILE = /^logs\/(\d{1,7})(?:-[^/]*)?\.md$/;
const NAME_LENGTH = 50;
const DIGITS = 4;
/** Nothing in it means anything to YAML. */
const TIME = /^\d[\dTZ:.+-]*\d?Z?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

export type ReadLog = { log: LogFile; firstLine: number } | { problems: Problem[] };

/** Null if the path is not one of a log. */
export function sequenceOfLogFile(path: string): number | null {
  const [, digits] = LOG_FILE.exec(path) ?? [];
  const sequence = Number(digits);
  return digits !== undefined && sequence >= 1 && sequence <= LOG_SEQUENCE_MAX ? sequence : null;
}

/** Keeps letters of any script: `logs/0007-点亮第一盏灯.md`. */
export function logFileName(sequence: number, title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const name = Array.from(words.join('-')).slice(0, NAME_LENGTH).join('').replace(/-$/, '');
  return `${LOGS_FOLDER}/${String(sequence).padStart(DIGITS, '0')}-${name === '' ? 'log' : name}.md`;
}

export function writeLog({ title, date, markdown }: LogFile): string {
  const head = `---\ntitle: ${yamlScalar(title)}\n${date === null ? '' : `date: ${TIME.test(date) ? date : yamlScalar(date)}\n`}---\n\n`;
  return head + markdown + (markdown.endsWith('\n') ? '' : '\n');
}

/** The date of a log as a person writes it: a day, or a time without empty milliseconds. */
export function writtenDate(createdAt: string): string {
  return createdAt.replace(/T00:00:00\.000Z$/, '').replace(/\.000Z$/, 'Z');
}

/** Reads a log by the rules for a log of a sync. `firstLine` is the line of the file where its text begins. */
export function parseLog(file: string, bytes: Uint8Array, now: Date): ReadLog {
  const problems: Problem[] = [];
  const refuse = (message: string, line: number | null, code: Problem['code'] = 'VALIDATION_FAILED') =>
    problems.push({ file, line, code, message });
  const read = readTextBytes(bytes, FILE_LIMIT_BYTES);
  if (!('text' in read)) {
    if (read.kind === 'tooLarge') refuse(tooLong(), null, 'PAYLOAD_TOO_LARGE');
    else refuse(`The file ${read.problem}.`, lineOfText(bytes, read.at));
    return { problems };
  }
  const { yaml, body } = splitFrontMatter(read.text);
  const firstLine = lineAt(read.text, read.text.length - body.length) + (body.startsWith('\n') ? 1 : 0);
  const markdown = body.replace(/^\n/, '');
  const head = readHead(yaml, now, refuse);
  if (markdown.trim() === '') refuse('The log must not be empty.', null);
  if (Buffer.byteLength(markdown) > LOG_TEXT_LIMIT_BYTES) refuse(tooLong(), null, 'PAYLOAD_TOO_LARGE');
  return head === null || problems.length > 0 ? { problems } : { log: { ...head, markdown }, firstLine };
}

/** The title of a log that need not be whole yet. Empty if it has none. */
export function titleOfLog(bytes: Uint8Array): string {
  const read = readTextBytes(bytes, FILE_LIMIT_BYTES);
  const yaml = 'text' in read ? splitFrontMatter(read.text).yaml : null;
  try {
    const title = yaml === null ? null : frontMatterMapping(yaml).values.get('title');
    return typeof title === 'string' ? title.trim() : '';
  } catch (error) {
    if (!(error instanceof FrontMatterInvalid)) throw error;
    return '';
  }
}

const tooLong = () => `The log is larger than ${sizeInWords(LOG_TEXT_LIMIT_BYTES)}. Shorten it, or write a second log.`;

function readHead(
  yaml: string | null,
  now: Date,
  refuse: (message: string, line: number | null) => void,
): Pick<LogFile, 'title' | 'date'> | null {
  if (yaml === null) {
    refuse('The log needs front matter with a title: ---, title: …, ---.', 1);
    return null;
  }
  try {
    const { values } = frontMatterMapping(yaml);
    for (const key of values.keys())
      if (key !== 'title' && key !== 'date')
        refuse(`${key} is not a known key. The keys of a log are title and date.`, lineOfKey(key, yaml));
    const date = values.get('date') ?? null;
    const problem = date === null || date === '' ? null : dateProblem(date, now);
    if (problem !== null) refuse(`date ${problem}.`, lineOfKey('date', yaml));
    const written = values.get('title');
    const title = typeof written === 'string' ? readLogTitle(written) : { problem: 'is required' };
    if ('problem' in title) {
      refuse(`title ${title.problem}.`, lineOfKey('title', yaml) ?? 1);
      return null;
    }
    return { title: title.value, date: typeof date === 'string' && date !== '' ? date : null };
  } catch (error) {
    if (!(error instanceof FrontMatterInvalid)) throw error;
    refuse(error.message, error.place?.line ?? null);
    return null;
  }
}

function dateProblem(date: unknown, now: Date): string | null {
  const time = timeOf(date);
  if (time === null || time < 0) return 'must be a day or an ISO 8601 time, as 2026-05-04 or 2026-05-04T18:30:00Z';
  return logTime(createdAtOf(time), now) === null ? 'must not be more than 24 hours in the future' : null;
}

function timeOf(date: unknown): number | null {
  const instant = instantOf(typeof date === 'string' && DAY.test(date) ? `${date}T00:00:00Z` : date);
  return instant?.getTime() ?? null;
}

/** `created_at` of a sync: a small number counts as seconds. */
function createdAtOf(time: number): number {
  const seconds = Math.floor(time / 1_000);
  return logTime(time, new Date(8.64e15))?.getTime() === time ? time : seconds;
}

export function createdAt(date: string): number {
  return createdAtOf(timeOf(date) ?? 0);
}
