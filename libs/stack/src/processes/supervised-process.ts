import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { restartDelayMs } from './restart-delay';

export interface SupervisedProcessOptions {
  name: string;
  spawn: () => ChildProcess;
  waitUntilReady: (child: ChildProcess, ended: AbortSignal) => Promise<void>;
  lastWords: () => string | undefined;
  passingFailure?: RegExp;
  onSpawn: (pid: number) => void;
  onStopped: () => void;
  report: (line: string) => void;
}

const READY_WITHIN_MS = 60_000;
const FIRST_ATTEMPTS = 40;
const FIRST_ATTEMPTS_EVERY_MS = 250;

export class SupervisedProcess {
  private child: ChildProcess | null = null;
  private ended: Promise<string> = Promise.resolve('never started');
  private supervision: Promise<void> = Promise.resolve();
  private stopping = new AbortController();
  private waiters: { resolve: () => void; reject: (reason: Error) => void }[] = [];

  constructor(private readonly options: SupervisedProcessOptions) {}

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  async start(aborted: AbortSignal): Promise<void> {
    this.stopping = new AbortController();
    const end = () => this.kill('SIGTERM');
    aborted.addEventListener('abort', end);
    try {
      await this.launchFirst(aborted);
    } finally {
      aborted.removeEventListener('abort', end);
    }
    this.supervision = this.superviseUntilStopped();
  }

  kill(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  restarted(): Promise<void> {
    return new Promise((resolve, reject) => this.waiters.push({ resolve, reject }));
  }

  async stop(signal: NodeJS.Signals, graceMs: number): Promise<void> {
    this.stopping.abort();
    for (const { reject } of this.waiters.splice(0)) reject(new Error(`${this.options.name} was stopped`));
    if (this.child !== null) {
      this.child.kill(signal);
      const timer = setTimeout(() => {
        this.options.report(`${this.options.name} did not stop within ${graceMs / 1_000} s: killing it`);
        this.child?.kill('SIGKILL');
      }, graceMs);
      await this.ended;
      clearTimeout(timer);
    }
    await this.supervision;
    this.options.onStopped();
  }

  private async launchFirst(aborted: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      aborted.throwIfAborted();
      try {
        return await this.launch();
      } catch (error) {
        const passes = error instanceof Error && this.options.passingFailure?.test(error.message);
        if (!passes || attempt === FIRST_ATTEMPTS) throw error;
        await wait(FIRST_ATTEMPTS_EVERY_MS);
      }
    }
  }

  private async launch(): Promise<void> {
    const { name, spawn, waitUntilReady, lastWords, onSpawn } = this.options;
    const child = spawn();
    this.child = child;
    const endedEarly = new AbortController();
    this.ended = new Promise((resolve) => {
      const end = (how: string) => {
        this.child = null;
        endedEarly.abort();
        resolve(how);
      };
      child.once('error', (error) => end(error.message));
      child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
    });
    if (child.pid !== undefined) onSpawn(child.pid);
    const tooLate = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
    const failure = this.ended.then((how) => {
      throw new Error(`${name} did not start (${how})${prefixed(lastWords())}`);
    });
    try {
      await Promise.race([waitUntilReady(child, endedEarly.signal), failure]);
    } finally {
      clearTimeout(tooLate);
      failure.catch(() => undefined);
    }
  }

  private async superviseUntilStopped(): Promise<void> {
    let delayMs: number | null = null;
    for (;;) {
      const startedAt = performance.now();
      const how = await this.ended;
      if (this.stopping.signal.aborted) return;
      delayMs = restartDelayMs(delayMs, performance.now() - startedAt);
      this.options.report(
        `${this.options.name} ended unexpectedly (${how}); starting it again in ${delayMs / 1_000} s`,
      );
      delayMs = await this.restart(delayMs);
      if (this.stopping.signal.aborted) return;
      this.options.report(`${this.options.name} is running again`);
      for (const { resolve } of this.waiters.splice(0)) resolve();
    }
  }

  private async restart(firstDelayMs: number): Promise<number> {
    for (let delayMs = firstDelayMs; ; delayMs = restartDelayMs(delayMs, 0)) {
      await wait(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.stopping.signal.aborted) return delayMs;
      try {
        await this.launch();
        return delayMs;
      } catch (error) {
        if (this.stopping.signal.aborted) return delayMs;
        const reason = error instanceof Error ? error.message : String(error);
        this.options.report(`${reason}; trying again in ${restartDelayMs(delayMs, 0) / 1_000} s`);
      }
    }
  }
}

const prefixed = (words: string | undefined) => (words === undefined ? '' : `: ${words}`);
