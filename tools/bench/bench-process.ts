import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { NODE_OPTIONS } from '@shipyard/stack';
import type { BareTask } from './serve-bare';
import type { Load, LoadResult } from './load';

const RUN = path.join(__dirname, '../run.cjs');

class BenchProcess {
  private readonly child: ChildProcess;

  constructor(name: 'drive-load' | 'serve-bare' | 'serve-supplier') {
    this.child = fork(RUN, [path.join(__dirname, `${name}.ts`)], { execArgv: NODE_OPTIONS });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('A process of the benchmark did not start');
    return this.child.pid;
  }

  send(message: BareTask | Load): void {
    this.child.send(message);
  }

  nextMessage(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('A process of the benchmark ended before it answered'));
      if (this.child.exitCode !== null || this.child.signalCode !== null) return ended();
      this.child.once('exit', ended);
      this.child.once('message', (message: unknown) => {
        this.child.off('exit', ended);
        resolve(message);
      });
    });
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill();
    await ended;
  }
}

export interface Server {
  origin: string;
  pid: number;
  end(): Promise<void>;
}

export class BenchProcesses {
  private readonly started: BenchProcess[] = [];
  private loadDriver: ((load: Load) => Promise<LoadResult>) | null = null;

  startSupplier(): Promise<Server> {
    return this.listening(this.start('serve-supplier'));
  }

  startBare(task: BareTask): Promise<Server> {
    const bare = this.start('serve-bare');
    bare.send(task);
    return this.listening(bare);
  }

  async drive(load: Load): Promise<LoadResult> {
    this.loadDriver ??= this.driver();
    return this.loadDriver(load);
  }

  driver(): (load: Load) => Promise<LoadResult> {
    const process = this.start('drive-load');
    return async (load) => {
      const said = process.nextMessage();
      process.send(load);
      return (await said) as LoadResult;
    };
  }

  async end(): Promise<void> {
    await Promise.all(this.started.map((each) => each.end()));
  }

  private start(name: ConstructorParameters<typeof BenchProcess>[0]): BenchProcess {
    const started = new BenchProcess(name);
    this.started.push(started);
    return started;
  }

  private async listening(server: BenchProcess): Promise<Server> {
    const address = await server.nextMessage();
    if (typeof address !== 'object' || address === null || !('port' in address))
      throw new Error('A server of the benchmark has no port');
    return { origin: `http://127.0.0.1:${Number(address.port)}`, pid: server.pid, end: () => server.end() };
  }
}
