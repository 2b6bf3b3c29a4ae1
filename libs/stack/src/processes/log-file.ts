import { closeSync, openSync, readFileSync, statSync } from 'node:fs';

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
    const lines = readFileSync(this.file).subarray(this.startOffset).toString('utf8').trim().split('\n');
    return (lines.findLast((line) => pattern.test(line)) ?? lines.at(-1)) || undefined;
  }
}
