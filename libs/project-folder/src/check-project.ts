import { createHash } from 'node:crypto';
import {
  judgeImage,
  README_LIMIT_BYTES,
  readProjectFields,
  readTextBytes,
  repeatedSequences,
  sizeInWords,
} from '@shipyard/contracts';
import { FrontMatterInvalid, lineOfKey, parseFrontMatter, splitFrontMatter } from '@shipyard/markdown/front-matter';
import { CONFIG_FILE, parseConfig } from './config-file';
import { lineAt, lineOfText } from './lines';
import { LOGS_FOLDER, parseLog, sequenceOfLogFile } from './log-file';
import { markedLines } from './merge-texts';
import { LOG_RULES, README_RULES, type ReadDocument, readDocument } from './project-documents';
import type { CheckedProject, LocalLog, LocalProject, LocalReadme, Problem, ProjectFiles, WarningCode } from './types';

export const README_FILE = 'README.md';
/** Reviews want at least as much. */
const README_USUAL_LENGTH = 500;
const LARGE_IMAGE_BYTES = 2 * 1024 * 1024;
const IMAGE_NAME = /\.(?:png|jpe?g|webp|gif|svg|avif|hei[cf]|bmp|tiff?)$/i;

/** What `shipyard init` writes into a new README, in each language. */
export const TEMPLATE_SENTENCES: readonly string[] = [
  'Say in a few sentences what you build, and for whom.',
  '用几句话说说你在做什么，为谁而做。',
];

export interface ProjectReading extends CheckedProject {
  /** Null if there are errors. */
  project: LocalProject | null;
}

interface Findings extends CheckedProject {
  refuse: (problem: Problem) => void;
  warn: (code: WarningCode, file: string, message: string, line?: number | null) => void;
}

/** Whether a file of the folder belongs to the project. Others need not be read. */
export function isProjectFile(path: string): boolean {
  if (path === CONFIG_FILE || path === README_FILE) return true;
  if (path.split('/').some((name) => name.startsWith('.') || name === 'node_modules')) return false;
  return IMAGE_NAME.test(path) || (path.startsWith(`${LOGS_FOLDER}/`) && path.endsWith('.md'));
}

/** Checks a project by the server's rules. The command line prints it. */
export function checkProject(files: ProjectFiles, now: Date): CheckedProject {
  const { errors, warnings } = readProject(files, now);
  return { errors, warnings };
}

/** Reads the files in this order: config, README, logs, then the images that they name. */
export function readProject(found: ProjectFiles, now: Date): ProjectReading {
  // A Mac may hand out decomposed names, and the service composes them.
  const files = new Map([...found].map(([path, bytes]) => [path.normalize('NFC'), bytes]));
  const findings = startFindings();
  const { errors, warnings } = findings;
  const read = parseConfig(files.get(CONFIG_FILE));
  const marked = files.get(CONFIG_FILE);
  if (marked) reportUnfinished(CONFIG_FILE, Buffer.from(marked).toString(), findings.refuse);
  if ('problems' in read) errors.push(...read.problems);
  const readme = readReadme(files, findings);
  const logs = readLogs(files, now, findings);
  const images = readImages(files, placesOf(readme, logs), findings);
  warnUnused(files, images, findings);
  if (!('config' in read)) return { project: null, errors, warnings };
  const missing = [...(files.has(README_FILE) ? [] : ['a README']), ...(logs.length > 0 ? [] : ['a log'])];
  if (read.config.status === 'completed' && missing.length > 0)
    findings.refuse({
      file: CONFIG_FILE,
      line: null,
      code: 'PROJECT_INCOMPLETE',
      message: `A completed project needs ${missing.join(' and ')}.`,
    });
  return { project: errors.length > 0 ? null : { config: read.config, readme, logs, images }, errors, warnings };
}

function startFindings(): Findings {
  const errors: Problem[] = [];
  const warnings: Problem<WarningCode>[] = [];
  return {
    errors,
    warnings,
    refuse: (problem) => void errors.push(problem),
    warn: (code, file, message, line = null) => void warnings.push({ file, line, code, message }),
  };
}

function readReadme(files: ProjectFiles, { refuse, warn }: Findings): LocalReadme | null {
  const bytes = files.get(README_FILE);
  const file = README_FILE;
  if (bytes === undefined) {
    warn('README_ABSENT', file, 'The project has no README yet. A review needs one.');
    return null;
  }
  const read = readTextBytes(bytes, README_LIMIT_BYTES);
  if (!('text' in read)) {
    if (read.kind === 'invalid')
      refuse({
        file,
        line: lineOfText(bytes, read.at),
        code: 'VALIDATION_FAILED',
        message: `The README ${read.problem}.`,
      });
    else
      refuse({
        file,
        line: null,
        code: 'PAYLOAD_TOO_LARGE',
        message: `The README is larger than ${sizeInWords(read.limitBytes)}. Shorten it.`,
      });
    return null;
  }
  const markdown = read.text;
  if (markdown.trim() === '')
    refuse({ file, line: null, code: 'VALIDATION_FAILED', message: 'The README must not be empty.' });
  reportUnfinished(file, markdown, refuse);
  const { yaml, body } = splitFrontMatter(markdown);
  if (yaml !== null) for (const problem of frontMatterProblems(yaml)) refuse(problem);
  const offset = markdown.length - body.length;
  const document = readDocument(body, README_RULES, (path) => files.has(path));
  reportDocument(file, body, lineAt(markdown, offset), document, { refuse, warn });
  if (document.text.length < README_USUAL_LENGTH)
    warn('README_SHORT', file, `The README has fewer than ${README_USUAL_LENGTH} characters. Reviews expect more.`);
  if (!document.references.some(({ isImage, target }) => isImage && ['relative', 'stored'].includes(target.kind)))
    warn('HEAD_IMAGE_ABSENT', file, 'The README has no image, so the project has none in lists. Add one.');
  const images = document.images.map((image) => ({ ...image, start: image.start + offset, end: image.end + offset }));
  return { markdown, images };
}

/** What a template or a merge left for a person to write. */
function reportUnfinished(file: string, text: string, refuse: Findings['refuse']): void {
  const code = 'VALIDATION_FAILED';
  for (const line of markedLines(text))
    refuse({ file, line, code, message: 'A merge left two versions here. Choose one, and delete the marks.' });
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries())
    if (TEMPLATE_SENTENCES.includes(line.trim()))
      refuse({
        file,
        line: index + 1,
        code,
        message: 'This sentence is of the template. Write your own in its place.',
      });
}

function frontMatterProblems(yaml: string): Problem[] {
  try {
    const { problems } = readProjectFields(parseFrontMatter(yaml));
    return problems.map(({ key, problem }) => ({
      file: README_FILE,
      line: lineOfKey(key, yaml),
      code: 'VALIDATION_FAILED',
      message: `${key} ${problem}.`,
    }));
  } catch (error) {
    if (!(error instanceof FrontMatterInvalid)) throw error;
    const { message, place } = error;
    return [{ file: README_FILE, line: place?.line ?? null, code: 'README_FRONT_MATTER_INVALID', message }];
  }
}

function readLogs(files: ProjectFiles, now: Date, { refuse, warn }: Findings): LocalLog[] {
  const logs: LocalLog[] = [];
  const found: { file: string; sequence: number }[] = [];
  for (const [file, bytes] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!file.startsWith(`${LOGS_FOLDER}/`) || !file.endsWith('.md')) continue;
    const sequence = sequenceOfLogFile(file);
    if (sequence === null) {
      warn(
        'LOG_FILE_IGNORED',
        file,
        'This is not sent: the name of a log begins with its number, as in 0007-title.md.',
      );
      continue;
    }
    found.push({ file, sequence });
    reportUnfinished(file, Buffer.from(bytes).toString(), refuse);
    const read = parseLog(file, bytes, now);
    if ('problems' in read) {
      read.problems.forEach(refuse);
      continue;
    }
    const document = readDocument(read.log.markdown, LOG_RULES, (path) => files.has(path));
    reportDocument(file, read.log.markdown, read.firstLine, document, { refuse, warn });
    if (document.text.trim() === '')
      warn('LOG_WITHOUT_TEXT', file, 'The log has no text. Say in a sentence what happened.');
    logs.push({ ...read.log, file, sequence, firstLine: read.firstLine, images: document.images });
  }
  for (const sequence of repeatedSequences(found.map((log) => log.sequence))) {
    const twins = found.filter((log) => log.sequence === sequence).map((log) => log.file);
    refuse({
      file: twins[1] ?? '',
      line: null,
      code: 'VALIDATION_FAILED',
      message: `Several logs have the number ${sequence}: ${twins.join(', ')}. Give each its own.`,
    });
  }
  if (found.length === 0) warn('LOGS_ABSENT', LOGS_FOLDER, 'The project has no logs yet. Write the first one.');
  return logs.sort((one, other) => one.sequence - other.sequence);
}

/** `firstLine` is the line of the file where the text begins. */
function reportDocument(
  file: string,
  text: string,
  firstLine: number,
  { problems, references }: ReadDocument,
  { refuse, warn }: Pick<Findings, 'refuse' | 'warn'>,
): void {
  for (const { line, code, message } of problems)
    refuse({ file, line: line === null ? null : firstLine + line - 1, code, message });
  for (const { written, target } of references) {
    if (target.kind !== 'insecure' && target.kind !== 'remote') continue;
    const at = text.indexOf(written);
    const line = at < 0 ? null : firstLine + lineAt(text, at) - 1;
    if (target.kind === 'insecure')
      warn('LINK_INSECURE', file, `An image without https is shown as a link: ${written}`, line);
    else
      warn(
        'IMAGE_REMOTE',
        file,
        `An image of another site may be shown as a link: ${written}. To show it for certain, put its file in the folder.`,
        line,
      );
  }
}

/** Where README and logs first show each image: the file, and the line in it. */
function placesOf(readme: LocalReadme | null, logs: readonly LocalLog[]): Map<string, string> {
  const texts = [
    ...(readme ? [{ ...readme, file: README_FILE, firstLine: 1 }] : []),
    ...logs.map(({ file, firstLine, markdown, images }) => ({ file, firstLine, markdown, images })),
  ];
  const places = new Map<string, string>();
  for (const { file, firstLine, markdown, images } of texts)
    for (const { path, start } of images)
      if (path !== null && !places.has(path)) places.set(path, `${file}:${firstLine + lineAt(markdown, start) - 1}`);
  return places;
}

function readImages(
  files: ProjectFiles,
  places: ReadonlyMap<string, string>,
  { refuse, warn }: Findings,
): Map<string, string> {
  const images = new Map<string, string>();
  for (const [path, place] of places) {
    const bytes = files.get(path);
    if (bytes === undefined) continue;
    const verdict = judgeImage(bytes);
    if (verdict.kind === 'unsupported')
      refuse({
        file: path,
        line: null,
        code: 'IMAGE_TYPE_UNSUPPORTED',
        message: `The image ${verdict.problem}. Use a PNG, JPEG, WebP or GIF. ${place} shows it.`,
      });
    if (verdict.kind === 'tooLarge')
      refuse({
        file: path,
        line: null,
        code: 'IMAGE_TOO_LARGE',
        message: `The image ${verdict.problem}. Make it smaller, or run shipyard sync --resize. ${place} shows it.`,
      });
    if (verdict.kind === 'ok' && bytes.length > LARGE_IMAGE_BYTES)
      warn(
        'IMAGE_LARGE',
        path,
        `The image is ${sizeInWords(bytes.length)}, which takes long to upload. Consider a smaller one.`,
      );
    images.set(path, createHash('sha256').update(bytes).digest('hex'));
  }
  return images;
}

function warnUnused(files: ProjectFiles, images: ReadonlyMap<string, string>, { warn }: Findings): void {
  for (const path of files.keys())
    if (IMAGE_NAME.test(path) && !images.has(path))
      warn('IMAGE_UNUSED', path, 'Neither the README nor a log shows this image, so it is not sent.');
}
