import { confirm, password, select, text } from '@clack/prompts';
import { Interrupted } from '../failure';
import { withoutControls } from '../output';
import { type Reading, readLines, TextInterrupted } from './long-text';

export interface TextQuestion {
  message: string;
  placeholder?: string;
  initialValue?: string;
  /** Returns what is wrong, or undefined. */
  validate?: (value: string) => string | undefined;
}

export interface LongQuestion extends Pick<TextQuestion, 'message' | 'validate'> {
  /** Asks whether the text that is shown is right. */
  confirm: string;
  /** What was typed another time, and what is said of it. */
  before?: string;
  beforeHint?: string;
}

export interface Prompts {
  text: (question: TextQuestion) => Promise<string>;
  secret: (question: Pick<TextQuestion, 'message' | 'validate'>) => Promise<string>;
  /** Takes text of many lines, and shows it once more before it counts. */
  longText: (question: LongQuestion) => Promise<string>;
  confirm: (message: string) => Promise<boolean>;
  choose: (message: string, choices: readonly { value: string; label: string; hint?: string }[]) => Promise<string>;
}

const quoted = (text: string): string => text.replace(/^/gm, '  │ ');

const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;

/** Questions are messages, so they are on stderr. */
export function openPrompts(reading: Reading): Prompts {
  const { words } = reading;
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
    longText: async ({ message, validate, confirm: question, before = '', beforeHint = '' }) => {
      let asked = `\n${message}\n${words.longText.hint}\n`;
      if (before !== '') asked += `\n${beforeHint}\n${quoted(before)}\n`;
      for (let text = before; ;) {
        text = await readLines(withoutControls(asked), text, reading);
        const problem = validate?.(text);
        if (problem !== undefined) {
          asked = `${problem} ${words.longText.goOn}\n`;
          continue;
        }
        output.write(withoutControls(`\n${quoted(text)}\n\n`));
        const isRight = await confirm({ message: question, initialValue: true, output });
        if (typeof isRight === 'symbol') throw new TextInterrupted(words.interrupted, text);
        if (isRight) return text;
        asked = `${words.longText.goOn}\n`;
      }
    },
    secret: async ({ validate, message }) =>
      answered<string>(await password({ message, validate: validated(validate), output })),
    confirm: async (message) => answered<boolean>(await confirm({ message, initialValue: false, output })),
    choose: async (message, choices) => answered<string>(await select({ message, options: [...choices], output })),
  };
}
