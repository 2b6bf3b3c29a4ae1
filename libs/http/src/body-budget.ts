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
 * asked for more is refused.
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

const TERMS: BodyBudgetTerms = { arrivingBytes: 128 * MEBIBYTE, stalledBytes: 32 * MEBIBYTE, allBytes: 256 * MEBIBYTE };

const SMALL_BYTES = 64 * 1024;

const TICK_MS = 1_000;
const MOVING_BYTES_PER_TICK = 16 * 1024;
const SILENT_MOST_TICKS = 15;
const SLOW_START_TICKS = 10;
const SLOWEST_BYTES_PER_TICK = 4 * 1024;

export class BodyBudget {
  private readonly arriving = new Set<ArrivingBody>();
  private arrivingBytes = 0;
  private announcedBytes = 0;
  private answeredBytes = 0;
  private ticker: NodeJS.Timeout | undefined;
  private ticks = 0;

  constructor(private readonly terms: BodyBudgetTerms = TERMS) {}

  /** Throws if the budget is used up. `giveUp` ends the body early. `announcedBytes` is its Content-Length, or 0. */
  begin(giveUp: (reason: RequestFault) => void, announcedBytes = 0): ArrivingBody {
    if (this.arrivingBytes >= this.terms.arrivingBytes) this.dropStalled(this.terms.arrivingBytes - 1);
    if (this.arrivingBytes >= this.terms.arrivingBytes) throw overloaded();
    if (announcedBytes > SMALL_BYTES && !this.hasRoomFor(announcedBytes)) throw overloaded();
    const body = new ArrivingBody(this, giveUp, this.ticks, announcedBytes > SMALL_BYTES ? announcedBytes : 0);
    this.announcedBytes += body.comingBytes;
    this.arriving.add(body);
    this.ticker ??= setInterval(() => this.tick(), TICK_MS).unref();
    return body;
  }

  /** Counts a large body until its request is answered. A small one costs no more than a request without one. */
  keepUntilAnswered(response: Pick<ServerResponse, 'closed' | 'once'>, bytes: number): void {
    if (bytes <= SMALL_BYTES || response.closed) return;
    this.answeredBytes += bytes;
    response.once('close', () => {
      this.answeredBytes -= bytes;
    });
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

  tick(): void {
    this.ticks += 1;
    let stalledBytes = 0;
    let announcedBytes = 0;
    for (const body of this.arriving) {
      body.endTick(this.ticks);
      if (body.isTooSlow(this.ticks)) body.fail(tooSlow());
      else if (body.isStalled) stalledBytes += body.heldBytes;
      else announcedBytes += body.comingBytes;
    }
    this.announcedBytes = announcedBytes;
    if (stalledBytes > this.terms.stalledBytes)
      this.dropStalled(this.arrivingBytes - stalledBytes + this.terms.stalledBytes);
    if (this.arriving.size > 0) return;
    clearInterval(this.ticker);
    this.ticker = undefined;
  }

  addHeld(body: ArrivingBody, moreBytes: number): void {
    if (!this.arriving.has(body)) return;
    this.arrivingBytes += moreBytes;
    if (!body.isStalled) this.announcedBytes -= body.came(moreBytes);
    if (this.arrivingBytes > this.terms.arrivingBytes) this.dropStalled(this.terms.arrivingBytes);
    // Large bodies in handling keep out other large ones, but never a small one such as a sign-in.
    const isOverAll = body.heldBytes > SMALL_BYTES && this.arrivingBytes + this.answeredBytes > this.terms.allBytes;
    if (this.arrivingBytes > this.terms.arrivingBytes || isOverAll) body.fail(overloaded());
  }

  remove(body: ArrivingBody, heldBytes: number): void {
    if (!this.arriving.delete(body)) return;
    this.arrivingBytes -= heldBytes;
    if (!body.isStalled) this.announcedBytes -= body.comingBytes;
  }

  private dropStalled(leftBytes: number): void {
    for (const body of this.arriving) {
      if (this.arrivingBytes <= leftBytes) return;
      if (body.isStalled && body.heldBytes > 0) body.fail(overloaded());
    }
  }
}

export class ArrivingBody {
  heldBytes = 0;
  isStalled = false;
  private lastTick: number;
  private receivedBytes = 0;
  private receivedBefore = 0;

  constructor(
    private readonly budget: BodyBudget,
    private readonly giveUp: (reason: RequestFault) => void,
    private readonly firstTick: number,
    public comingBytes = 0,
  ) {
    this.lastTick = firstTick;
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
