import type { ChildProcessWithoutNullStreams } from 'node:child_process';

export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A command while it runs. */
export class RunningCommand {
  readonly ended: Promise<CommandResult>;
  private stdout = '';
  private stderr = '';
  private hasEnded = false;
  private read = 0;
  private wake: () => void = () => undefined;

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.wake();
    });
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => {
        this.hasEnded = true;
        this.wake();
        resolve({ status, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** Waits until stderr shows a text behind the one that was waited for before. */
  async shows(text: string): Promise<void> {
    for (;;) {
      const at = this.stderr.indexOf(text, this.read);
      if (at >= 0) {
        this.read = at + text.length;
        return;
      }
      if (this.hasEnded) throw new Error(`It ended without "${text}": ${this.stderr}`);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** As Ctrl-C does. */
  interrupt(): void {
    this.child.kill('SIGINT');
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
