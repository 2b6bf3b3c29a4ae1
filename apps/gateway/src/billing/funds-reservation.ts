/** What one turn of a block writes: see `planBatch`. */
export interface PlannedBatch {
  batchNumber: number;
  /** What the block has after it. */
  targetNano: bigint;
  hasSurplus: boolean;
  endedNano: bigint;
  /** How many holds it ends. */
  endedHolds: number;
}

/**
 * A block of money that this process holds for one key, in memory: how much of it requests hold, and how much is free.
 * Only turns and takes change what is on disk, one at a time a block; between them nothing here can promise more than is there.
 */
export class FundsReservation {
  /** On disk after the last turn or take that is known to have come through. */
  amountNano = 0n;
  /** Of requests that have neither been settled nor released. */
  heldNano = 0n;
  /** How many these are: the holds of free models hold nothing, and their block must stay all the same. */
  openHolds = 0;
  /** Holds that turns have ended so far. */
  charges = 0;
  /** Given back by the turn that is under way. */
  private returningNano = 0n;
  batchNumber = 0;
  /** Whether its row has been written. */
  isStored = false;
  /** Whether more may be in it than requests hold; a block without spare gives back at once what a request leaves. */
  hasSurplus = false;
  /** Its row was taken away: this process had been taken for dead. */
  isGone = false;
  /** What is on disk is not known, because Postgres went away before its reply. */
  isUnconfirmed = false;
  /** It serves no new requests, and only ends what it has begun. */
  isRetired = false;
  /** The dearest request so far, and the spare money that was taken for many like it. */
  largestNano = 0n;
  reserveNano = 0n;
  /** When a request last had to do with it, by the process's clock. */
  usedAt = performance.now();

  constructor(
    readonly id: string,
    readonly customerId: string,
    readonly keyId: string,
    /** Of the budget's window that it is taken against, if the key has a budget. */
    readonly windowStartsAt: Date | null,
    /** When the window ends, in milliseconds since 1970. */
    readonly endsAt: number,
    /** The lane that writes what it needs written, for all its life. */
    readonly batcher = 0,
  ) {}

  get freeNano(): bigint {
    return this.amountNano - this.returningNano - this.heldNano;
  }

  /** What the next turn would give back. */
  get returnableNano(): bigint {
    return this.hasSurplus ? 0n : this.freeNano;
  }

  tryHold(costNano: bigint): boolean {
    if (!this.isStored || this.isGone || this.isUnconfirmed || this.freeNano < costNano) return false;
    this.usedAt = performance.now();
    this.heldNano += costNano;
    this.openHolds += 1;
    return true;
  }

  /** Ends a hold: it was released, or its charge was found on disk. */
  release(heldNano: bigint): void {
    this.usedAt = performance.now();
    this.heldNano -= heldNano;
    this.openHolds -= 1;
  }

  /** Begins a turn that ends `endedHolds` holds of `endedNano` and charges `chargedNano` for them. They count as open until it is known to have come through. */
  planBatch(endedNano: bigint, chargedNano: bigint, endedHolds: number): PlannedBatch {
    this.returningNano = this.returnableNano;
    const targetNano = this.hasSurplus ? this.amountNano - chargedNano : this.heldNano - endedNano;
    return { batchNumber: this.batchNumber + 1, targetNano, hasSurplus: this.hasSurplus, endedNano, endedHolds };
  }

  /** The turn came through. */
  batchCommitted({ batchNumber, targetNano, endedNano, endedHolds }: PlannedBatch): void {
    this.batchNumber = batchNumber;
    this.amountNano = targetNano;
    this.heldNano -= endedNano;
    this.openHolds -= endedHolds;
    this.charges += endedHolds;
    this.returningNano = 0n;
  }

  /** The turn did not come through: its holds are open still. */
  batchFailed(): void {
    this.returningNano = 0n;
  }

  /** What is on disk, from the row itself: after a take, or where it had become doubtful. */
  loadStored(amountNano: bigint, batchNumber = this.batchNumber): void {
    this.amountNano = amountNano;
    this.batchNumber = batchNumber;
    this.returningNano = 0n;
    this.isStored = true;
    this.isUnconfirmed = false;
  }
}
