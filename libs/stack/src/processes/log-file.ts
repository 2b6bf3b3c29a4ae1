import { closeSync, openSync, readFileSync, statSync } from 'node:fs';

/** The log file of a process, and its output since its last start. */
export class LogFile {
  private startOffset = 0;

  constructor(private readonly file: string) {}

  /** Runs `spawn` with a descriptor of the file's end, which only the child keeps. */
  spawnInto<Child>(spawn: (descriptor: number) => Child): Child {
    const descriptor = openSync(this.file, 'a', 0o600);
    try {
      this.startOffset = statSync(this.file).size;
      return spawn(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Returns the last matching line since the start, or else the last line. */
  lastLine(pattern: RegExp): string | undefined {
    const lines = readFileSync(this.file).subarray(this.startOffset).toString('utf8').trim().split('\n');
    return (lines.findLast((line) => pattern.test(line)) ?? lines.at(-1)) || undefined;
  }
}
