import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Turns } from '../limits/turns';
import type { ImageTarget } from './image-target';
import { DocumentTooDeep, type ImageReference, type ShownImage } from './markdown-document';
import type { VisibleText } from './visible-text';

/** The document asks for more time or memory than any may have. */
export class RenderTooSlow extends Error {}

/** The documents of one request ask together for more time than one may have. */
export class RenderBudgetSpent extends RenderTooSlow {}

/** The renderer broke on the document: a fault of its own. */
export class RenderFailed extends Error {}

/** What our own images are shown as, by `imageKey` of their targets. One that is missing is dropped. */
export type ShownImages = ReadonlyMap<string, ShownImage>;

export interface RenderedDocument {
  /** Safe. */
  html: string;
  /** What a reader sees of it. */
  text: string;
}

export interface ReadDocument {
  /** That the document refers to, in its order. */
  images: ImageReference[];
  /** Null where one of them can be ours, so that what it is shown as has to be known first. */
  rendered: RenderedDocument | null;
}

export type RenderRequest = { kind: 'read' | 'see'; markdown: string } | { kind: 'render'; markdown: string; shown: ShownImages };
export type RenderAnswer =
  | { kind: 'ready' }
  | ({ kind: 'read' } & ReadDocument)
  | ({ kind: 'render' } & RenderedDocument)
  | ({ kind: 'see' } & VisibleText)
  | { kind: 'tooDeep'; message: string }
  | { kind: 'failed'; message: string };

const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 384;
const PROCESSES = 2;
/** Of all documents of a request together. */
const BUDGET_MS = 30_000;
/** Together they bound what a flood of slow documents holds in memory, and for how long a request is kept in doubt. */
const WAITING_LIMIT = 200;
const WAITING_LIMIT_PER_OWNER = 50;
const WAIT_LIMIT_MS = 10_000;

/** A target that can be ours as a key; null for any other. A path has no empty segment, so it is never a file id. */
export function imageKey(target: ImageTarget): string | null {
  if (target.kind === 'relative') return target.path;
  return target.kind === 'stored' ? target.fileId : null;
}

/** The documents of one request, which share a budget of time; waiting for others costs nothing. */
export class Rendering {
  constructor(
    private readonly run: (request: RenderRequest, leftMs: number) => Promise<{ answer: RenderAnswer; ms: number }>,
    private leftMs: number,
  ) {}

  /** Lists a document's images, and renders it at once where none of them can be ours. */
  async read(markdown: string): Promise<ReadDocument> {
    const answer = await this.ask({ kind: 'read', markdown });
    if (answer.kind !== 'read') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer;
  }

  async render(markdown: string, shown: ShownImages): Promise<RenderedDocument> {
    const answer = await this.ask({ kind: 'render', markdown, shown });
    if (answer.kind !== 'render') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer;
  }

  /** What a reader sees of a document. */
  async see(markdown: string): Promise<VisibleText> {
    const answer = await this.ask({ kind: 'see', markdown });
    if (answer.kind !== 'see') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer;
  }

  private async ask(request: RenderRequest): Promise<RenderAnswer> {
    if (this.leftMs <= 0) throw new RenderBudgetSpent('The documents of the request take too long together');
    const { answer, ms } = await this.run(request, this.leftMs);
    this.leftMs -= ms;
    if (answer.kind === 'tooDeep') throw new DocumentTooDeep(answer.message);
    if (answer.kind === 'failed') throw new RenderFailed(answer.message);
    return answer;
  }
}

/**
 * Renders documents in processes of their own, so that none of them, however it was made, holds up the rest of the service or takes it down:
 * a thread that runs out of memory can end the whole process. A document that runs out of time or memory takes its process with it, and the
 * next one gets a new one. Of each owner one document is rendered at a time, and owners who wait take turns, so that nobody keeps the
 * processes from the others. What cannot be rendered is rejected with DocumentTooDeep or RenderTooSlow, and with NoTurn when too
 * much waits. Processes start when they are first needed, know nothing of the service's environment, and end with it.
 */
export class MarkdownRenderer {
  private readonly idle: ChildProcess[] = [];
  private readonly turns: Turns;

  constructor(
    private readonly timeLimitMs = TIME_LIMIT_MS,
    waitMs = WAIT_LIMIT_MS,
    waiting = WAITING_LIMIT,
  ) {
    this.turns = new Turns({ atOnce: PROCESSES, waiting, waitingPerOwner: WAITING_LIMIT_PER_OWNER, waitMs });
  }

  /** For the documents of one request of this owner. */
  begin(owner: string, budgetMs = BUDGET_MS): Rendering {
    return new Rendering((request, leftMs) => this.turns.run(owner, () => this.run(request, leftMs)), budgetMs);
  }

  /** Ends the processes that are idle. Call when nothing is being rendered any more. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.idle.splice(0).map(end));
  }

  private async run(request: RenderRequest, leftMs: number): Promise<{ answer: RenderAnswer; ms: number }> {
    const process = this.takeIdle() ?? (await startProcess());
    const startedAt = performance.now();
    try {
      const answer = await ask(process, request, Math.min(this.timeLimitMs, leftMs));
      this.idle.push(process);
      return { answer, ms: performance.now() - startedAt };
    } catch (error) {
      await end(process);
      throw leftMs < this.timeLimitMs && error instanceof RenderTooSlow ? new RenderBudgetSpent(error.message) : error;
    }
  }

  /** One that somebody else has ended is passed over. */
  private takeIdle(): ChildProcess | undefined {
    for (let process = this.idle.pop(); process; process = this.idle.pop()) if (isAlive(process)) return process;
    return undefined;
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

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
const isAlive = (child: ChildProcess) => child.connected && !hasEnded(child);

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.ref();
  child.kill('SIGKILL');
  await ended;
}
