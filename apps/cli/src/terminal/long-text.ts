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

export interface Reading {
  environment: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  words: Words;
}

/** Reads lines until one holds only a dot. `before` is what was typed already. With `:e` all of it goes to the editor. */
export async function readLines(before: string, { environment, signal, words }: Reading): Promise<string> {
  const lines = before === '' ? [] : before.split('\n');
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: true, historySize: 0 });
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
  reader.close();
  if (ending === 'interrupted') throw new Interrupted(words.interrupted);
  const text = lines.join('\n');
  return ending === 'editor' ? editText(text, environment) : text.trim();
}

/** The file is gone afterwards, because it may hold an address. */
export async function editText(text: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'shipyard-'));
  try {
    const file = path.join(folder, 'text.md');
    await writeFile(file, text, { mode: 0o600 });
    await openEditor(file, environment);
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n').trim();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the person has closed the editor. */
export async function openEditor(file: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const [command = 'vi', ...args] = editorOf(environment).split(/\s+/);
  await new Promise<void>((resolve, reject) => {
    const child = spawn(command, [...args, file], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

const editorOf = ({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string =>
  VISUAL?.trim() || EDITOR?.trim() || (process.platform === 'win32' ? 'notepad' : 'vi');
