import { confirm, password, select, text } from '@clack/prompts';
import { Interrupted } from '../failure';
import type { Words } from '../words/words';

export interface TextQuestion {
  message: string;
  placeholder?: string;
  initialValue?: string;
  /** Returns what is wrong, or undefined. */
  validate?: (value: string) => string | undefined;
}

export interface Prompts {
  text: (question: TextQuestion) => Promise<string>;
  secret: (question: Pick<TextQuestion, 'message' | 'validate'>) => Promise<string>;
  confirm: (message: string) => Promise<boolean>;
  choose: (message: string, choices: readonly { value: string; label: string; hint?: string }[]) => Promise<string>;
}

const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;

/** Questions are messages, so they are on stderr. */
export function openPrompts(words: Words): Prompts {
  const output = process.stderr;
  // A pseudo-terminal that nobody has given a size says 0. Every letter would get a line, and long questions none.
  if (output.columns === 0) output.columns = USUAL_COLUMNS;
  if (output.rows === 0) output.rows = USUAL_ROWS;
  function answered<Value extends string | boolean>(value: Value | symbol): Value {
    if (typeof value === 'symbol') throw new Interrupted(words.interrupted);
    return value;
  }
  const validated = (validate: TextQuestion['validate']) => (value: string | undefined) => validate?.(value ?? '');
  return {
    text: async ({ validate, ...question }) =>
      answered<string>(await text({ ...question, validate: validated(validate), output })),
    secret: async ({ validate, message }) =>
      answered<string>(await password({ message, validate: validated(validate), output })),
    confirm: async (message) => answered<boolean>(await confirm({ message, initialValue: false, output })),
    choose: async (message, choices) => answered<string>(await select({ message, options: [...choices], output })),
  };
}
