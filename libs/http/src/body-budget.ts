/*
 * What bodies may hold of the memory of this process, in order:
 *
 * 1. begin  A body is admitted unless the budget is used up, or a large one would use it up with those that are on their way. Nothing of it has been
 *           read yet.
 * 2. hold   The reader says what it holds after each chunk. What a client announces counts for as long as the body comes: it may never come.
 * 3. tick   Once a second, bodies that came too slowly are marked as stalled. Those that hold more than the share of stalled bodies give way, the
 *           oldest first. Bodies that are silent or crawl for too long are given up.
 * 4. end    The body is whole, or was refused. A large one goes on to count until its request is answered.
 *
 * When bodies that arrive need more than the budget has, stalled ones give way first. If none is stalled, the one that asked for more is refused.
 */
import type { ServerResponse } from 'node:http';
import { RequestFault } from './request-fault';

const MEBIBYTE = 1024 * 1024;

export interface BodyBudgetTerms {
  /** What bodies hold together while they arrive. */
  arrivingBytes: number;
  /** The part of it that stalled bodies may hold. The rest is for bodies that move, so that stalled ones keep nobody out. */
  stalledBytes: number;
  /** The same and what large bodies hold whose requests are being worked on. */
  allBytes: number;
}

const TERMS: BodyBudgetTerms = { arrivingBytes: 128 * MEBIBYTE, stalledBytes: 32 * MEBIBYTE, allBytes: 256 * MEBIBYTE };

const SMALL_BYTES = 64 * 1024;

const TICK_MS = 1_000;
/** A body that brought less than this in a second is stalled. One byte at a time is no progress. */
const MOVING_BYTES_PER_TICK = 16 * 1024;
const SILENT_MOST_TICKS = 15;
/** From then on a body must have come at this rate or faster. */
const SLOW_START_TICKS = 10;
const SLOWEST_BYTES_PER_TICK = 4 * 1024;

export class BodyBudget {
  /** In order of their beginning. */
  private readonly arriving = new Set<ArrivingBody>();
  private arrivingBytes = 0;
  /** What large bodies that are not stalled will hold beyond what they hold now. */
  private announcedBytes = 0;
  private answeredBytes = 0;
  private ticker: NodeJS.Timeout | undefined;
  /** Seconds, while anything arrives. */
  private ticks = 0;

  constructor(private readonly terms: BodyBudgetTerms = TERMS) {}

  /**
   * Admits a body, or throws. `giveUp` is called if the body has to end early, and then it holds nothing any more. `announcedBytes`: how long its client
   * says that it is; 0: it does not say.
   */
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

  /** Counts what a whole body left in memory until its request is answered. A request costs as much as a small one without any body. */
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

  /** A second has passed. */
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
    if (stalledBytes > this.terms.stalledBytes) this.dropStalled(this.arrivingBytes - stalledBytes + this.terms.stalledBytes);
    if (this.arriving.size > 0) return;
    clearInterval(this.ticker);
    this.ticker = undefined;
  }

  /** For an ArrivingBody alone. */
  note(body: ArrivingBody, moreBytes: number): void {
    if (!this.arriving.has(body)) return;
    this.arrivingBytes += moreBytes;
    if (!body.isStalled) this.announcedBytes -= body.came(moreBytes);
    if (this.arrivingBytes > this.terms.arrivingBytes) this.dropStalled(this.terms.arrivingBytes);
    // Large bodies that are being worked on keep out other large ones, and never a small one such as a sign-in.
    const isOverAll = body.heldBytes > SMALL_BYTES && this.arrivingBytes + this.answeredBytes > this.terms.allBytes;
    if (this.arrivingBytes > this.terms.arrivingBytes || isOverAll) body.fail(overloaded());
  }

  /** For an ArrivingBody alone. */
  forget(body: ArrivingBody, heldBytes: number): void {
    if (!this.arriving.delete(body)) return;
    this.arrivingBytes -= heldBytes;
    if (!body.isStalled) this.announcedBytes -= body.comingBytes;
  }

  /** Ends stalled bodies, the oldest first, until those that arrive hold no more than `leftBytes`. */
  private dropStalled(leftBytes: number): void {
    for (const body of this.arriving) {
      if (this.arrivingBytes <= leftBytes) return;
      if (body.isStalled && body.heldBytes > 0) body.fail(overloaded());
    }
  }
}

/** A body that is being read. */
export class ArrivingBody {
  heldBytes = 0;
  /** Whether too little of it came in the last whole second. */
  isStalled = false;
  private lastTick: number;
  private receivedBytes = 0;
  private receivedBefore = 0;

  constructor(
    private readonly budget: BodyBudget,
    private readonly giveUp: (reason: RequestFault) => void,
    private readonly firstTick: number,
    /** What has not come yet of what its client says that it sends. */
    public comingBytes = 0,
  ) {
    this.lastTick = firstTick;
  }

  /** For the BodyBudget alone. Answers how much less is to come. */
  came(bytes: number): number {
    const less = Math.min(bytes, this.comingBytes);
    this.comingBytes -= less;
    return less;
  }

  /** So many bytes have come, and what is held of all that came is so much. May give the body up before it returns. */
  hold(comeBytes: number, heldBytes: number): void {
    this.receivedBytes += comeBytes;
    const more = heldBytes - this.heldBytes;
    this.heldBytes = heldBytes;
    this.budget.note(this, more);
  }

  /** For the BodyBudget alone. */
  endTick(tick: number): void {
    const come = this.receivedBytes - this.receivedBefore;
    if (come > 0) this.lastTick = tick;
    this.receivedBefore = this.receivedBytes;
    // The tick that a body begins in is not a whole second.
    this.isStalled = come < MOVING_BYTES_PER_TICK && tick - this.firstTick > 1;
  }

  end(): void {
    this.budget.forget(this, this.heldBytes);
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

/** That of the process. */
export const bodyBudget = new BodyBudget();

const overloaded = () => new RequestFault({ kind: 'overloaded' });
const tooSlow = () => new RequestFault({ kind: 'body_malformed', message: 'The body did not arrive in time. Send it faster, or in smaller requests.' });
