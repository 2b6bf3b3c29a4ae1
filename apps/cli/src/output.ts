import { styleText } from 'node:util';
import { chosenFields } from './chosen-fields';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

interface OutputOptions {
  json: boolean;
  quiet: boolean;
  /** The value of `--fields`. */
  fields?: string;
  environment: NodeJS.ProcessEnv;
  stdout?: NodeJS.WriteStream;
  stderr?: NodeJS.WriteStream;
}

/** Writes results to stdout and messages to stderr. */
export class Output {
  readonly json: boolean;
  private readonly quiet: boolean;
  private readonly fields: string | undefined;
  private readonly stdout: NodeJS.WriteStream;
  private readonly stderr: NodeJS.WriteStream;
  private readonly environment: NodeJS.ProcessEnv;

  constructor({ json, quiet, fields, environment, stdout = process.stdout, stderr = process.stderr }: OutputOptions) {
    this.json = json;
    this.quiet = quiet;
    this.fields = fields;
    this.environment = environment;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** Prints the one result of a command: `data` for programs, `lines` for people. */
  result(data: unknown, lines: readonly string[]): void {
    if (this.json)
      this.stdout.write(`${JSON.stringify(this.fields === undefined ? data : chosenFields(data, this.fields))}\n`);
    else if (lines.length > 0) this.stdout.write(`${lines.map(withoutControls).join('\n')}\n`);
  }

  /** Prints what a command without data did. With `--json` it becomes a message, and stdout gets an empty document. */
  done(lines: readonly string[]): void {
    if (this.json) for (const line of lines) this.tell(line);
    this.result({}, lines);
  }

  /** Tells what happens. Not shown with `--quiet`. */
  tell(line: string): void {
    if (!this.quiet) this.stderr.write(`${withoutControls(line)}\n`);
  }

  /** Tells what the person has to do, without which the command cannot go on. Always shown. */
  instruct(line: string): void {
    this.fail(line);
  }

  /** Tells what went wrong. Always shown. */
  fail(line: string): void {
    this.stderr.write(`${withoutControls(line)}\n`);
  }

  /** Draws a line over the last one that was drawn. */
  draw(line: string, isLast: boolean): void {
    this.stderr.write(`\r\u001b[2K${withoutControls(line)}${isLast ? '\n' : ''}`);
  }

  /** Whether a line on stderr may be drawn over. */
  get isLive(): boolean {
    return this.stderr.isTTY && !this.quiet && !this.environment.CI && this.environment.TERM !== 'dumb';
  }

  /** Colors text for stdout. */
  paint(style: Style, text: string): string {
    return this.hasColors(this.stdout) ? styleText(style, text) : text;
  }

  /** Colors text for stderr. */
  paintMessage(style: Style, text: string): string {
    return this.hasColors(this.stderr) ? styleText(style, text) : text;
  }

  private hasColors(stream: NodeJS.WriteStream): boolean {
    const { NO_COLOR, TERM } = this.environment;
    return stream.isTTY && !NO_COLOR && TERM !== 'dumb';
  }
}

/** Text of other people could move the cursor or turn the writing around. Colors stay, because they are ours. */
export function withoutControls(text: string): string {
  return text.replace(
    /\u001b(?!\[\d{1,3}m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    '',
  );
}
