import { ChildEnded, ChildPool, ChildTooSlow } from '../child-processes/child-pool';
import type { RenderBudget } from '../limits/render-budget';
import { Turns } from '../limits/turns';
import type { SpeakingPlace, WrittenText } from '../text/written-text';
import type { ImageTarget } from './image-target';
import { DocumentTooDeep, HtmlTooLarge, type ImageReference, type ShownImage } from './markdown-document';
import type { VisibleText } from './visible-text';

/** The document asks for more time or memory than any may have. */
export class RenderTooSlow extends Error {}

/** The documents of one request ask together for more time than one may have. */
export class RenderBudgetSpent extends RenderTooSlow {}

/** The renderer broke on the document: a fault of its own. */
export class RenderFailed extends Error {}

/**
 * What our own images, and our copies of images of other hosts, are shown as, by `imageKey` of their targets. An own image that is missing is
 * dropped; an image of another host becomes a link, where it is shown from a copy only.
 */
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

/** `isProxied`: images of other hosts are shown from copies of ours only. */
export type RenderRequest =
  | { kind: 'see'; markdown: string }
  | { kind: 'read'; markdown: string; isProxied: boolean }
  | { kind: 'render'; markdown: string; shown: ShownImages; isProxied: boolean }
  | { kind: 'flag'; text: WrittenText };
export type RenderAnswer =
  | { kind: 'ready' }
  | ({ kind: 'read' } & ReadDocument)
  | ({ kind: 'render' } & RenderedDocument)
  | ({ kind: 'see' } & VisibleText)
  | { kind: 'flag'; places: SpeakingPlace[] }
  | { kind: 'tooDeep'; message: string }
  | { kind: 'tooLarge'; message: string }
  | { kind: 'failed'; message: string };

/** Of every answer: the CPU time that it took. */
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
/** Of all documents of a request together. */
const BUDGET_MS = 30_000;
/** Together they bound what a flood of slow documents holds in memory, and for how long a request is kept in doubt. */
const WAITING_LIMIT = 200;
const WAITING_LIMIT_PER_OWNER = 50;
const WAIT_LIMIT_MS = 10_000;

/**
 * The key of a target that we may have an image for; null for any other. A path has no empty segment, so it is neither a file id nor a URL.
 * The fragment of a URL stays with the browser.
 */
export function imageKey(target: ImageTarget): string | null {
  if (target.kind === 'relative') return target.path;
  if (target.kind === 'remote') return target.url.split('#', 1)[0] ?? null;
  return target.kind === 'stored' ? target.fileId : null;
}

/** The documents of one request, which share a budget of time; waiting for others costs nothing. */
export class Rendering {
  constructor(
    private readonly run: (request: RenderRequest, leftMs: number) => Promise<Rendered>,
    private leftMs: number,
    private readonly isProxied: boolean,
  ) {}

  /** Lists a document's images, and renders it at once where none of them can be ours. */
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

  /** What a reader sees of a document. */
  async see(markdown: string): Promise<VisibleText> {
    const answer = await this.ask({ kind: 'see', markdown });
    if (answer.kind !== 'see') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer;
  }

  /** The places of a text that speak to its reviewer. */
  async flag(text: WrittenText): Promise<SpeakingPlace[]> {
    const answer = await this.ask({ kind: 'flag', text });
    if (answer.kind !== 'flag') throw new Error(`Unexpected answer ${answer.kind}`);
    return answer.places;
  }

  private async ask(request: RenderRequest): Promise<RenderAnswer> {
    if (this.leftMs <= 0) throw new RenderBudgetSpent('The documents of the request take too long together');
    const { answer, ms } = await this.run(request, this.leftMs);
    this.leftMs -= ms;
    if (answer.kind === 'tooDeep') throw new DocumentTooDeep(answer.message);
    if (answer.kind === 'tooLarge') throw new HtmlTooLarge(answer.message);
    if (answer.kind === 'failed') throw new RenderFailed(answer.message);
    return answer;
  }
}

/**
 * Renders documents in processes of their own, so that none of them, however it was made, holds up the rest of the service or takes it down:
 * a thread that runs out of memory can end the whole process. A document that runs out of time or memory takes its process with it, and the
 * next one gets a new one. Of each owner one document is rendered at a time, and owners who wait take turns, so that nobody keeps the
 * processes from the others. What cannot be rendered is rejected with DocumentTooDeep, HtmlTooLarge or RenderTooSlow, and with NoTurn when too
 * much waits. Processes start when they are first needed, know nothing of the service's environment, and end with it.
 */
export class MarkdownRenderer {
  /** Whether images of other hosts are shown from copies of ours only. */
  isProxied = false;
  /** What accounts may spend. Without one they may spend anything. */
  budget: RenderBudget | null = null;
  private readonly processes = new ChildPool<RenderRequest, RenderAnswer & RenderCost>({ entry: 'render', heapLimitMb: MEMORY_LIMIT_MB, youngHeapMb: YOUNG_HEAP_MB });
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
    return new Rendering((request, leftMs) => this.turns.run(owner, () => this.run(request, leftMs)), budgetMs, this.isProxied);
  }

  /** For the documents of one request of an account, which pays for them from its budget. Also rejects with RATE_LIMITED. */
  beginFor(accountId: string): Rendering {
    return new Rendering((request, leftMs) => this.turns.run(accountId, () => this.runFor(accountId, request, leftMs)), BUDGET_MS, this.isProxied);
  }

  /** Ends the processes that are idle. Call when nothing is being rendered any more. */
  onModuleDestroy(): Promise<void> {
    return this.processes.close();
  }

  private async runFor(accountId: string, request: RenderRequest, leftMs: number): Promise<Rendered> {
    await this.budget?.assertLeft(accountId);
    const startedAt = performance.now();
    // A process that was ended cannot say how much it took: it is charged for as long as it ran.
    let cpuMs: number | null = null;
    try {
      const rendered = await this.run(request, leftMs);
      cpuMs = rendered.answer.cpuMs;
      return rendered;
    } finally {
      await this.budget?.charge(accountId, cpuMs ?? performance.now() - startedAt);
    }
  }

  private async run(request: RenderRequest, leftMs: number): Promise<Rendered> {
    try {
      return await this.processes.ask(request, Math.min(this.timeLimitMs, leftMs));
    } catch (error) {
      if (!(error instanceof ChildTooSlow) && !(error instanceof ChildEnded)) throw error;
      const problem = error instanceof ChildEnded ? 'takes too much memory' : error.message;
      throw leftMs < this.timeLimitMs ? new RenderBudgetSpent(problem) : new RenderTooSlow(problem);
    }
  }
}
