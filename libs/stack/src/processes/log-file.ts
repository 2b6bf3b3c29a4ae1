import { closeSync, openSync, readFileSync, statSync } from 'node:fs';

/** The file that takes a process's output, and what the process said in it since its last start. */
export class LogFile {
  private startOffset = 0;

  constructor(private readonly file: string) {}

  /** Runs `spawn` with a descriptor on the file's end, which the child keeps and this process does not. */
  spawnInto<Child>(spawn: (descriptor: number) => Child): Child {
    const descriptor = openSync(this.file, 'a', 0o600);
    try {
      this.startOffset = statSync(this.file).size;
      return spawn(descriptor);
    } finally {
      closeSync(descriptor);
    }
  }

  /** The last line since the start that matches, else the last line at all. */
  lastLine(pattern: RegExp): string | undefined {
    const lines = readFileSync(this.file).subarray(this.startOffset).toString('utf8').trim().split('\n');
    return (lines.findLast((line) => pattern.test(line)) ?? lines.at(-1)) || undefined;
  }
}
