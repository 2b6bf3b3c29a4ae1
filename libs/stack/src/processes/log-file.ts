import { closeSync, openSync, readFileSync, statSync } from 'node:fs';

/** A stack trace with the line of code that threw has about twenty. */
const MAX_ERROR_LINES = 50;

export class LogFile {
  private startOffset = 0;

  constructor(private readonly file: string) {}

  spawnInto<Child>(spawn: (descriptor: number) => Child): Child {
    const descriptor = openSync(this.file, 'a', 0o600);
    try {
      this.startOffset = statSync(this.file).size;
      return spawn(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  lastLine(pattern: RegExp): string | undefined {
    const lines = this.linesSinceStart();
    return (lines.findLast((line) => pattern.test(line)) ?? lines.at(-1)) || undefined;
  }

  /** Returns what the process wrote since its start, without its log lines, which are JSON. */
  lastError(): string | undefined {
    const lines = this.linesSinceStart();
    const plain = lines.filter((line) => !line.startsWith('{"'));
    return plain.slice(-MAX_ERROR_LINES).join('\n').trim() || lines.at(-1) || undefined;
  }

  private linesSinceStart(): string[] {
    return readFileSync(this.file).subarray(this.startOffset).toString('utf8').trim().split('\n');
  }
}
