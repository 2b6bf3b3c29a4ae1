import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { BUNDLE, type CommandLine } from './command-line';

export interface PackedResult {
  status: number;
  /** The one document that `--json` prints. */
  answer: Record<string, unknown>;
  stderr: string;
}

/** Runs the built command again and again in one thread. It does not wait between its attempts. */
export class PackedClient {
  private readonly worker = new Worker(path.join(__dirname, 'packed-client.cjs'), { workerData: { bundle: BUNDLE } });

  constructor(private readonly shipyard: CommandLine) {}

  async run(args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv): Promise<PackedResult> {
    const answered = once(this.worker, 'message') as Promise<[PackedResult]>;
    const all = [...args, '--json', '--cwd', cwd];
    this.worker.postMessage({ args: all, environment: this.shipyard.environment(environment) });
    const [result] = await answered;
    return result;
  }

  close(): Promise<number> {
    return this.worker.terminate();
  }
}
