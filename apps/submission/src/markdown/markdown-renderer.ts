import path from 'node:path';
import {
  DocumentTooDeep,
  HtmlTooLarge,
  type ImageReference,
  type ShownImage,
  type VisibleText,
} from '@shipyard/markdown';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import type { CheckedProject, ProjectFiles, UnplacedText } from '@shipyard/project-folder';
import { ChildEnded, ChildPool, ChildTooSlow } from '@shipyard/platform/child-pool';
import type { RenderBudget } from '../limits/render-budget';
import { FairQueue } from '@shipyard/platform/fair-queue';
import type { SuspectPassage, WrittenText } from '../text/written-text';

export class RenderTooSlow extends Error {}

export class RenderBudgetSpent extends RenderTooSlow {}

export class RenderFailed extends Error {}

/** By `imageKey`. A missing image of ours is dropped. A missing copy becomes a link. */
export type ShownImages = ReadonlyMap<string, ShownImage>;

export interface RenderedDocument {
  html: string;
  text: string;
}

export interface ReadDocument {
  images: ImageReference[];
  /** Null if one of the images may be ours: it must be looked up before rendering. */
  rendered: RenderedDocument | null;
}

export type RenderRequest =
  | { kind: 'visibleText'; markdown: string }
  | { kind: 'read'; markdown: string; isProxied: boolean }
  | { kind: 'render'; markdown: string; shown: ShownImages; isProxied: boolean }
  | { kind: 'flag'; text: WrittenText }
  | { kind: 'check'; files: ProjectFiles }
  | { kind: 'place'; text: UnplacedText };
export type RenderAnswer =
  | { kind: 'ready' }
  | ({ kind: 'read' } & ReadDocument)
  | ({ kind: 'render' } & RenderedDocument)
  | ({ kind: 'visibleText' } & VisibleText)
  | { kind: 'flag'; places: SuspectPassage[] }
  | ({ kind: 'check' } & CheckedProject)
  | { kind: 'place'; markdown: string }
  | { kind: 'tooDeep'; message: string }
  | { kind: 'tooLarge'; message: string }
  | { kind: 'failed'; message: string };

export interface RenderCost {
  cpuMs: number;
}

interface Rendered {
  answer: RenderAnswer & RenderCost;
  ms: number;
}

const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 384;
const YOUNG_HEAP_MB = 64;
const PROCESSES = 2;
const BUDGET_MS = 30_000;
/** They limit the memory of waiting documents, and how long a request waits. */
const WAITING_LIMIT = 200;
const WAITING_LIMIT_PER_OWNER = 50;
const WAIT_LIMIT_MS = 10_000;

/** The documents of one request, which share a time budget. Waiting does not use it up. */
export class Rendering {
  constructor(
    private readonly run: (request: RenderRequest, remainingMs: number) => Promise<Rendered>,
    private remainingMs: number,
    private readonly isProxied: boolean,
  ) {}

  async read(markdown: string): Promise<ReadDocument> {
    const answer = await this.ask({ kind: 'read', markdown, isProxied: this.isProxied });
    if (answer.kind !== 'read') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer;
  }

  async render(markdown: string, shown: ShownImages): Promise<RenderedDocument> {
    const answer = await this.ask({ kind: 'render', markdown, shown, isProxied: this.isProxied });
    if (answer.kind !== 'render') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer;
  }

  async visibleText(markdown: string): Promise<VisibleText> {
    const answer = await this.ask({ kind: 'visibleText', markdown });
    if (answer.kind !== 'visibleText') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer;
  }

  async flag(text: WrittenText): Promise<SuspectPassage[]> {
    const answer = await this.ask({ kind: 'flag', text });
    if (answer.kind !== 'flag') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer.places;
  }

  async check(files: ProjectFiles): Promise<CheckedProject> {
    const answer = await this.ask({ kind: 'check', files });
    if (answer.kind !== 'check') throw new Error(`Unexpected answer ${answer.kind}`);
    return { errors: answer.errors, warnings: answer.warnings };
  }

  async placeImages(text: UnplacedText): Promise<string> {
    const answer = await this.ask({ kind: 'place', text });
    if (answer.kind !== 'place') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer.markdown;
  }

  private async ask(request: RenderRequest): Promise<RenderAnswer> {
    if (this.remainingMs <= 0) throw new RenderBudgetSpent('The documents of the request take too long together');
    const { answer, ms } = await this.run(request, this.remainingMs);
    this.remainingMs -= ms;
    if (answer.kind === 'tooDeep') throw new DocumentTooDeep(answer.message);
    if (answer.kind === 'tooLarge') throw new HtmlTooLarge(answer.message);
    if (answer.kind === 'failed') throw new RenderFailed(answer.message);
    return answer;
  }
}

/**
 * Renders documents in child processes, so that no document can block or crash the service. (A thread that runs out of
 * memory can end the whole process.)
 * - A document that exceeds its time or memory ends its child process. The next document gets a new one.
 * - One document per owner is rendered at a time. Waiting owners take turns.
 * - Rejects with DocumentTooDeep, HtmlTooLarge or RenderTooSlow, and with QueueOverloaded if too many documents wait.
 * - Child processes start on demand, do not see the service's environment, and end with the service.
 */
export class MarkdownRenderer {
  isProxied = false;
  budget: RenderBudget | null = null;
  private readonly processes = new ChildPool<RenderRequest, RenderAnswer & RenderCost>({
    entry: 'markdown/render.process',
    sources: path.join(__dirname, '..'),
    heapLimitMb: MEMORY_LIMIT_MB,
    youngHeapMb: YOUNG_HEAP_MB,
  });
  private readonly fairQueue: FairQueue;

  constructor(
    private readonly timeLimitMs = TIME_LIMIT_MS,
    waitMs = WAIT_LIMIT_MS,
    waiting = WAITING_LIMIT,
  ) {
    this.fairQueue = new FairQueue({ atOnce: PROCESSES, waiting, waitingPerOwner: WAITING_LIMIT_PER_OWNER, waitMs });
  }

  startRendering(owner: string, budgetMs = BUDGET_MS): Rendering {
    return new Rendering(
      (request, remainingMs) => this.fairQueue.run(owner, () => this.run(request, remainingMs)),
      budgetMs,
      this.isProxied,
    );
  }

  /** A document that waits when the signal aborts is not rendered. */
  startChargedRendering(accountId: string, signal?: AbortSignalLike): Rendering {
    return new Rendering(
      (request, remainingMs) =>
        this.fairQueue.run(accountId, () => this.runFor(accountId, request, remainingMs), signal),
      BUDGET_MS,
      this.isProxied,
    );
  }

  onModuleDestroy(): Promise<void> {
    return this.processes.close();
  }

  private async runFor(accountId: string, request: RenderRequest, remainingMs: number): Promise<Rendered> {
    await this.budget?.assertNotSpent(accountId);
    const startedAt = performance.now();
    // A killed child process cannot report its CPU time, so its running time is charged.
    let cpuMs: number | null = null;
    try {
      const rendered = await this.run(request, remainingMs);
      cpuMs = rendered.answer.cpuMs;
      return rendered;
    } finally {
      await this.budget?.charge(accountId, cpuMs ?? performance.now() - startedAt);
    }
  }

  private async run(request: RenderRequest, remainingMs: number): Promise<Rendered> {
    try {
      return await this.processes.ask(request, Math.min(this.timeLimitMs, remainingMs));
    } catch (error) {
      if (!(error instanceof ChildTooSlow) && !(error instanceof ChildEnded)) throw error;
      const problem = error instanceof ChildEnded ? 'takes too much memory' : error.message;
      throw remainingMs < this.timeLimitMs ? new RenderBudgetSpent(problem) : new RenderTooSlow(problem);
    }
  }
}
