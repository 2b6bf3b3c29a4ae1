import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Interrupted } from '../failure';
import type { Words } from '../words/words';

const END = '.';
const OPEN_EDITOR = ':e';
/** What a terminal writes around a paste. */
const PASTE_MARKS = /\u001b\[20[01]~/g;

/** Ctrl-C, with what was typed until then. */
export class TextInterrupted extends Interrupted {
  constructor(
    message: string,
    readonly text: string,
  ) {
    super(message);
  }
}

export interface Reading {
  environment: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  words: Words;
}

/**
 * Shows the question, and reads lines until one holds only a dot. `before` is what was typed already. With `:e` all of it
 * goes to the editor.
 */
export async function readLines(
  question: string,
  before: string,
  { environment, signal, words }: Reading,
): Promise<string> {
  const lines = before === '' ? [] : before.split('\n');
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: true, historySize: 0 });
  // Only now: until the reader takes the keys, the terminal throws away what was typed as soon as Ctrl-C follows.
  process.stderr.write(question);
  const ending = await new Promise<'end' | 'editor' | 'interrupted'>((resolve) => {
    reader.on('line', (typed) => {
      const line = typed.replace(PASTE_MARKS, '');
      if (line.trim() === END) resolve('end');
      else if (line.trim() === OPEN_EDITOR) resolve('editor');
      else lines.push(line);
    });
    reader.on('SIGINT', () => resolve('interrupted'));
    // Before the terminal hands out keys, Ctrl-C comes as a signal.
    const interrupt = () => resolve('interrupted');
    signal.addEventListener('abort', interrupt, { once: true });
    if (signal.aborted) interrupt();
    // Ctrl-D ends a text, and leaves an empty one.
    reader.on('close', () => resolve(lines.length > 0 ? 'end' : 'interrupted'));
  });
  const unfinished = reader.line.replace(PASTE_MARKS, '');
  reader.close();
  if (ending === 'interrupted') {
    process.stderr.write('\n');
    throw new TextInterrupted(words.interrupted, [...lines, ...(unfinished === '' ? [] : [unfinished])].join('\n'));
  }
  const text = lines.join('\n');
  return ending === 'editor' ? editText(text, { environment, words }) : text.trim();
}

type Editing = Pick<Reading, 'environment' | 'words'>;

/** What was typed is not lost if the editor fails. The file is gone afterwards, because it may hold an address. */
async function editText(text: string, { environment, words }: Editing): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shipyard-'));
  try {
    const file = path.join(folder, 'text.md');
    // Editors add lines behind the end of the last one.
    await writeFile(file, text === '' ? '' : `${text}\n`, { mode: 0o600 });
    if (await openEditor(file, environment)) return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n').trim();
    process.stderr.write(`${words.longText.editorFailed(editorOf(environment))} ${words.longText.kept}\n`);
    return text.trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the person has closed the editor. False: it did not start, or ended with a failure. */
export async function openEditor(file: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const editor = editorOf(environment);
  // A shell reads the setting, as for Git: a path with spaces is in quotes. Its trap is not the editor's.
  const [command, args] =
    process.platform === 'win32'
      ? [`${editor} "${file}"`, []]
      : ['sh', ['-c', `trap : INT; ${editor} "$@"`, editor, file]];
  // In an editor Ctrl-C is a key of the editor.
  const listening = process.rawListeners('SIGINT') as NodeJS.SignalsListener[];
  const ignore = () => undefined;
  process.removeAllListeners('SIGINT').on('SIGINT', ignore);
  try {
    return await new Promise<boolean>((resolve) => {
      const child = spawn(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
      child.on('error', () => resolve(false));
      child.on('close', (status) => resolve(status === 0));
    });
  } finally {
    process.off('SIGINT', ignore);
    for (const listener of listening) process.on('SIGINT', listener);
  }
}

export const editorOf = ({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string =>
  VISUAL?.trim() || EDITOR?.trim() || (process.platform === 'win32' ? 'notepad' : 'vi');
