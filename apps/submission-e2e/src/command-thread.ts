import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

export interface ThreadResult {
  status: number;
  /** The one document that `--json` prints. */
  answer: unknown;
  stderr: string;
}

/** Runs the built command with `--json` again and again in one thread. A process for each run costs ten times as much. */
export class CommandThread {
  private readonly worker: Worker;
  private readonly ended: Promise<never>;
  private previous: Promise<unknown> = Promise.resolve();

  /** Without pauses, a command does not wait between its attempts. */
  constructor(bundle: string, { hasPauses = true } = {}) {
    this.worker = new Worker(path.join(__dirname, 'command-thread.cjs'), { workerData: { bundle, hasPauses } });
    this.ended = new Promise((_, reject) =>
      this.worker.once('exit', (code) => reject(new Error(`The command ended its thread with exit code ${code}.`))),
    );
    // Only a run that waits for its answer has failed.
    this.ended.catch(() => undefined);
  }

  /** One after the other, because each run replaces `fetch` for all of the thread. */
  run(args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv): Promise<ThreadResult> {
    const result = this.previous.then(() => this.runNow(args, cwd, environment));
    this.previous = result.catch(() => undefined);
    return result;
  }

  private async runNow(args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv): Promise<ThreadResult> {
    const answered = once(this.worker, 'message') as Promise<[ThreadResult]>;
    // In front, because a command may name another folder.
    this.worker.postMessage({ args: ['--cwd', cwd, ...args, '--json'], environment });
    const [result] = await Promise.race([answered, this.ended]);
    return result;
  }

  close(): Promise<number> {
    return this.worker.terminate();
  }
}
