import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ImageTarget } from './image-target';
import { DocumentTooDeep, type ImageReference, type ShownImage } from './markdown-document';

/** The document asks for more time or memory than any may have. */
export class RenderTooSlow extends Error {}

/** The renderer broke on the document: a fault of its own. */
export class RenderFailed extends Error {}

/** So much is being rendered that this document would wait too long. */
export class RendererBusy extends Error {}

/** What our own images are shown as, by `imageKey` of their targets. One that is missing is dropped. */
export type ShownImages = ReadonlyMap<string, ShownImage>;

export type RenderRequest = { kind: 'images'; markdown: string } | { kind: 'html'; markdown: string; shown: ShownImages };
export type RenderAnswer =
  | { kind: 'ready' }
  | { kind: 'images'; images: ImageReference[] }
  | { kind: 'html'; html: string }
  | { kind: 'tooDeep'; message: string }
  | { kind: 'failed'; message: string };

const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 384;
const PROCESSES = 2;
/** Together they bound what a flood of slow documents holds in memory, and for how long a request is kept in doubt. */
const WAITING_LIMIT = 200;
const WAIT_LIMIT_MS = 10_000;

/** A target that can be ours as a key; null for any other. A path has no empty segment, so it is never a file id. */
export function imageKey(target: ImageTarget): string | null {
  if (target.kind === 'relative') return target.path;
  return target.kind === 'stored' ? target.fileId : null;
}

/**
 * Renders documents in processes of their own, so that none of them, however it was made, holds up the rest of the service or takes it down:
 * a thread that runs out of memory can end the whole process. A document that runs out of time or memory takes its process with it, and the
 * next one gets a new one. Both calls reject with DocumentTooDeep or RenderTooSlow for what cannot be rendered, and with RendererBusy when
 * too much waits. Processes start when they are first needed, know nothing of the service's environment, and end with it.
 */
export class MarkdownRenderer {
  private readonly idle: ChildProcess[] = [];
  private readonly waiting: ((process: ChildProcess | Promise<ChildProcess>) => void)[] = [];
  private count = 0;

  constructor(
    private readonly timeLimitMs = TIME_LIMIT_MS,
    private readonly waitLimitMs = WAIT_LIMIT_MS,
    private readonly waitingLimit = WAITING_LIMIT,
  ) {}

  /** The images that the document refers to, in its order. */
  async images(markdown: string): Promise<ImageReference[]> {
    const answer = await this.run({ kind: 'images', markdown });
    if (answer.kind !== 'images') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer.images;
  }

  /** Safe HTML. */
  async html(markdown: string, shown: ShownImages): Promise<string> {
    const answer = await this.run({ kind: 'html', markdown, shown });
    if (answer.kind !== 'html') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer.html;
  }

  /** Ends the processes that are idle. Call when nothing is being rendered any more. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.idle.splice(0).map(end));
  }

  private async run(request: RenderRequest): Promise<RenderAnswer> {
    const process = await this.take();
    let answer: RenderAnswer;
    try {
      answer = await ask(process, request, this.timeLimitMs);
    } catch (error) {
      await end(process);
      this.replace();
      throw error;
    }
    this.giveBack(process);
    if (answer.kind === 'tooDeep') throw new DocumentTooDeep(answer.message);
    if (answer.kind === 'failed') throw new RenderFailed(answer.message);
    return answer;
  }

  private take(): Promise<ChildProcess> {
    const process = this.idle.pop();
    if (process) return Promise.resolve(process);
    if (this.count < PROCESSES) return this.start();
    if (this.waiting.length >= this.waitingLimit) return Promise.reject(new RendererBusy('Too many documents wait'));
    return new Promise((resolve, reject) => {
      const getProcess = (given: ChildProcess | Promise<ChildProcess>) => {
        clearTimeout(clock);
        resolve(given);
      };
      const clock = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(getProcess), 1);
        reject(new RendererBusy(`Waited ${this.waitLimitMs} ms for others`));
      }, this.waitLimitMs);
      this.waiting.push(getProcess);
    });
  }

  private giveBack(process: ChildProcess): void {
    const next = this.waiting.shift();
    if (next) next(process);
    else this.idle.push(process);
  }

  /** After the loss of one. */
  private replace(): void {
    this.count -= 1;
    const next = this.waiting.shift();
    if (next) next(this.start());
  }

  private async start(): Promise<ChildProcess> {
    this.count += 1;
    try {
      return await startProcess();
    } catch (error) {
      this.replace();
      throw error;
    }
  }
}

async function startProcess(): Promise<ChildProcess> {
  const bundled = path.join(__dirname, 'render.js');
  const isBundled = existsSync(bundled);
  const child = fork(isBundled ? bundled : path.join(__dirname, '..', 'render.ts'), {
    execArgv: [`--max-old-space-size=${MEMORY_LIMIT_MB}`, ...(isBundled ? [] : ['--require', require.resolve('@swc-node/register')])],
    // Nothing of what users write can come near a secret.
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, SWC_NODE_PROJECT: process.env.SWC_NODE_PROJECT },
    serialization: 'advanced',
    // What it has to say when it runs out of memory is long, and known.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    await answerOf(child);
  } catch (error) {
    throw new Error('The process that renders does not start', { cause: error });
  }
  return child;
}

async function ask(child: ChildProcess, request: RenderRequest, limitMs: number): Promise<RenderAnswer> {
  const answer = answerOf(child);
  child.send(request);
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    clock = setTimeout(() => reject(new RenderTooSlow(`takes more than ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(clock);
  }
}

/** The next answer. Meanwhile, and only then, the child keeps this process alive. */
function answerOf(child: ChildProcess): Promise<RenderAnswer> {
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      child.unref();
      child.channel?.unref();
    };
    const onMessage = (answer: RenderAnswer) => {
      settle();
      resolve(answer);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = () => onError(new RenderTooSlow('takes too much memory'));
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.ref();
  child.kill('SIGKILL');
  await ended;
}
