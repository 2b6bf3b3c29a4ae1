/*
 * Limits the memory that bodies use in this process:
 *
 * 1. begin  Admits a body unless the budget is used up, or a large one would exceed it together with the bodies that
 *    are still arriving. Nothing of it has been read yet.
 * 2. hold   The reader reports after each chunk what it holds. An announced length counts while the body arrives,
 *    because the rest may never come.
 * 3. tick   Once a second, marks bodies that arrive too slowly as stalled. If stalled bodies exceed their share, the
 *    oldest are dropped. Bodies that are silent or crawl for too long are dropped too.
 * 4. end    The body is complete or was refused. A large one counts until its request is answered.
 *
 * If arriving bodies need more than the budget, stalled ones are dropped first. Without stalled ones, the body that
 * asked for more is refused. The same holds within the share of each owner, so that one cannot use the whole budget.
 */
import type { ServerResponse } from 'node:http';
import { RequestFault } from './request-fault';

const MEBIBYTE = 1024 * 1024;

export interface BodyBudgetTerms {
  arrivingBytes: number;
  /** The share of stalled bodies. The rest is kept for bodies that make progress. */
  stalledBytes: number;
  allBytes: number;
}

/** The part of the budget that one owner may use. */
const OWNERS_PART = 1 / 4;

const TERMS: BodyBudgetTerms = { arrivingBytes: 128 * MEBIBYTE, stalledBytes: 32 * MEBIBYTE, allBytes: 256 * MEBIBYTE };

const SMALL_BYTES = 64 * 1024;

const TICK_MS = 1_000;
const MOVING_BYTES_PER_TICK = 16 * 1024;
const SILENT_MOST_TICKS = 15;
const SLOW_START_TICKS = 10;
const SLOWEST_BYTES_PER_TICK = 4 * 1024;

/** Counts the bodies that share a limit: all of the process, or those of one owner. */
class Share {
  readonly arriving = new Set<ArrivingBody>();
  arrivingBytes = 0;
  announcedBytes = 0;
  answeredBytes = 0;

  constructor(private readonly terms: Pick<BodyBudgetTerms, 'arrivingBytes' | 'allBytes'>) {}

  get isEmpty(): boolean {
    return this.arriving.size === 0 && this.answeredBytes === 0;
  }

  /** `announcedBytes` is 0 for a small body. */
  admits(announcedBytes: number): boolean {
    if (this.arrivingBytes >= this.terms.arrivingBytes) this.dropStalled(this.terms.arrivingBytes - 1);
    if (this.arrivingBytes >= this.terms.arrivingBytes) return false;
    return announcedBytes === 0 || this.hasRoomFor(announcedBytes);
  }

  /** Makes room by dropping stalled bodies. Returns false if there is too little. */
  holds(body: ArrivingBody): boolean {
    if (this.arrivingBytes > this.terms.arrivingBytes) this.dropStalled(this.terms.arrivingBytes);
    // Large bodies in handling keep out other large ones, but never a small one such as a sign-in.
    const isOverAll = body.heldBytes > SMALL_BYTES && this.arrivingBytes + this.answeredBytes > this.terms.allBytes;
    return this.arrivingBytes <= this.terms.arrivingBytes && !isOverAll;
  }

  recountAnnounced(): void {
    this.announcedBytes = 0;
    for (const body of this.arriving) if (!body.isStalled) this.announcedBytes += body.comingBytes;
  }

  dropStalled(leftBytes: number): void {
    for (const body of this.arriving) {
      if (this.arrivingBytes <= leftBytes) return;
      if (body.isStalled && body.heldBytes > 0) body.fail(overloaded());
    }
  }

  private hasRoomFor(bytes: number): boolean {
    const { arrivingBytes, allBytes } = this.terms;
    const excessBytes = () => {
      const wantedBytes = this.arrivingBytes + this.announcedBytes + bytes;
      return Math.max(wantedBytes - arrivingBytes, wantedBytes + this.answeredBytes - allBytes);
    };
    if (excessBytes() > 0) this.dropStalled(this.arrivingBytes - excessBytes());
    return excessBytes() <= 0;
  }
}

interface BodyFacts {
  /** Its Content-Length, or 0. */
  announcedBytes?: number;
  /** Who uses a share for it. Without an owner, only the budget of the process applies. */
  owner?: string | undefined;
}

export class BodyBudget {
  private readonly whole: Share;
  private readonly owners = new Map<string, Share>();
  private ticker: NodeJS.Timeout | undefined;
  private ticks = 0;

  constructor(private readonly terms: BodyBudgetTerms = TERMS) {
    this.whole = new Share(terms);
  }

  /** Throws if the budget or the owner's share is used up. `giveUp` ends the body early. */
  begin(giveUp: (reason: RequestFault) => void, { announcedBytes = 0, owner }: BodyFacts = {}): ArrivingBody {
    const comingBytes = announcedBytes > SMALL_BYTES ? announcedBytes : 0;
    const body = new ArrivingBody(this, giveUp, this.ticks, { comingBytes, owner });
    // The owner's share comes first, so that a refused body drops no stalled ones of others.
    if (!this.sharesOf(owner).every((share) => share.admits(comingBytes))) {
      this.forgetEmpty(owner);
      throw overloaded();
    }
    for (const share of this.sharesOf(owner)) {
      share.announcedBytes += comingBytes;
      share.arriving.add(body);
    }
    this.ticker ??= setInterval(() => this.tick(), TICK_MS).unref();
    return body;
  }

  /** Counts a large body until its request is answered. A small one costs no more than a request without one. */
  keepUntilAnswered(response: Pick<ServerResponse, 'closed' | 'once'>, bytes: number, owner?: string): void {
    if (bytes <= SMALL_BYTES || response.closed) return;
    for (const share of this.sharesOf(owner)) share.answeredBytes += bytes;
    response.once('close', () => {
      for (const share of this.sharesOf(owner)) share.answeredBytes -= bytes;
      this.forgetEmpty(owner);
    });
  }

  tick(): void {
    this.ticks += 1;
    let stalledBytes = 0;
    for (const body of this.whole.arriving) {
      body.endTick(this.ticks);
      if (body.isTooSlow(this.ticks)) body.fail(tooSlow());
      else if (body.isStalled) stalledBytes += body.heldBytes;
    }
    for (const share of [this.whole, ...this.owners.values()]) share.recountAnnounced();
    if (stalledBytes > this.terms.stalledBytes)
      this.whole.dropStalled(this.whole.arrivingBytes - stalledBytes + this.terms.stalledBytes);
    if (this.whole.arriving.size > 0) return;
    clearInterval(this.ticker);
    this.ticker = undefined;
  }

  addHeld(body: ArrivingBody, moreBytes: number): void {
    if (!this.whole.arriving.has(body)) return;
    const shares = this.sharesOf(body.owner);
    const announcedBytes = body.isStalled ? 0 : body.came(moreBytes);
    for (const share of shares) {
      share.arrivingBytes += moreBytes;
      share.announcedBytes -= announcedBytes;
    }
    if (!shares.every((share) => share.holds(body))) body.fail(overloaded());
  }

  remove(body: ArrivingBody, heldBytes: number): void {
    if (!this.whole.arriving.has(body)) return;
    for (const share of this.sharesOf(body.owner)) {
      share.arriving.delete(body);
      share.arrivingBytes -= heldBytes;
      if (!body.isStalled) share.announcedBytes -= body.comingBytes;
    }
    this.forgetEmpty(body.owner);
  }

  private sharesOf(owner: string | undefined): Share[] {
    if (owner === undefined) return [this.whole];
    let share = this.owners.get(owner);
    if (!share) {
      const { arrivingBytes, allBytes } = this.terms;
      share = new Share({ arrivingBytes: arrivingBytes * OWNERS_PART, allBytes: allBytes * OWNERS_PART });
      this.owners.set(owner, share);
    }
    return [share, this.whole];
  }

  private forgetEmpty(owner: string | undefined): void {
    if (owner !== undefined && this.owners.get(owner)?.isEmpty) this.owners.delete(owner);
  }
}

export class ArrivingBody {
  heldBytes = 0;
  isStalled = false;
  private lastTick: number;
  private receivedBytes = 0;
  private receivedBefore = 0;
  comingBytes: number;
  readonly owner: string | undefined;

  constructor(
    private readonly budget: BodyBudget,
    private readonly giveUp: (reason: RequestFault) => void,
    private readonly firstTick: number,
    { comingBytes, owner }: { comingBytes: number; owner: string | undefined },
  ) {
    this.lastTick = firstTick;
    this.comingBytes = comingBytes;
    this.owner = owner;
  }

  came(bytes: number): number {
    const less = Math.min(bytes, this.comingBytes);
    this.comingBytes -= less;
    return less;
  }

  hold(comeBytes: number, heldBytes: number): void {
    this.receivedBytes += comeBytes;
    const more = heldBytes - this.heldBytes;
    this.heldBytes = heldBytes;
    this.budget.addHeld(this, more);
  }

  endTick(tick: number): void {
    const come = this.receivedBytes - this.receivedBefore;
    if (come > 0) this.lastTick = tick;
    this.receivedBefore = this.receivedBytes;
    // The tick in which a body starts is not a whole second.
    this.isStalled = come < MOVING_BYTES_PER_TICK && tick - this.firstTick > 1;
  }

  end(): void {
    this.budget.remove(this, this.heldBytes);
    this.heldBytes = 0;
  }

  fail(reason: RequestFault): void {
    this.end();
    this.giveUp(reason);
  }

  isTooSlow(tick: number): boolean {
    const dueBytes = (tick - this.firstTick - SLOW_START_TICKS) * SLOWEST_BYTES_PER_TICK;
    return tick - this.lastTick >= SILENT_MOST_TICKS || this.receivedBytes < dueBytes;
  }
}

export const bodyBudget = new BodyBudget();

const overloaded = () => new RequestFault({ kind: 'overloaded' });
const tooSlow = () =>
  new RequestFault({
    kind: 'body_malformed',
    message: 'The body arrived too slowly. Send it faster, or in smaller requests.',
  });
