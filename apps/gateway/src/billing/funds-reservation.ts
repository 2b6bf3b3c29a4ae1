export interface PlannedBatch {
  batchNumber: number;
  targetNano: bigint;
  hasSurplus: boolean;
  endedNano: bigint;
  endedHolds: number;
}

/** The row changes only with a batch or when the reservation grows, one at a time, so free money never exceeds it. */
export class FundsReservation {
  amountNano = 0n;
  heldNano = 0n;
  /** Requests for free models hold nothing, but the reservation must stay for them. */
  openHolds = 0;
  private returningNano = 0n;
  batchNumber = 0;
  isStored = false;
  /** Without a surplus, it returns at once what a request leaves. */
  hasSurplus = false;
  /** Its row was deleted, because this process was considered dead. */
  isGone = false;
  isUnconfirmed = false;
  isRetired = false;
  /** The most expensive request so far. `reserveNano` is the surplus taken for many like it. */
  largestNano = 0n;
  reserveNano = 0n;
  usedAt = performance.now();

  constructor(
    readonly id: string,
    readonly customerId: string,
    readonly keyId: string,
    readonly windowStartsAt: Date | null,
    /** The end of the window, in milliseconds since 1970. */
    readonly endsAt: number,
  ) {}

  get freeNano(): bigint {
    return this.amountNano - this.returningNano - this.heldNano;
  }

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

  release(heldNano: bigint): void {
    this.usedAt = performance.now();
    this.heldNano -= heldNano;
    this.openHolds -= 1;
  }

  /** The holds that it ends count as open until `batchCommitted`. */
  planBatch(endedNano: bigint, chargedNano: bigint, endedHolds: number): PlannedBatch {
    this.returningNano = this.returnableNano;
    const targetNano = this.hasSurplus ? this.amountNano - chargedNano : this.heldNano - endedNano;
    return { batchNumber: this.batchNumber + 1, targetNano, hasSurplus: this.hasSurplus, endedNano, endedHolds };
  }

  batchCommitted({ batchNumber, targetNano, endedNano, endedHolds }: PlannedBatch): void {
    this.batchNumber = batchNumber;
    this.amountNano = targetNano;
    this.heldNano -= endedNano;
    this.openHolds -= endedHolds;
    this.returningNano = 0n;
  }

  batchFailed(): void {
    this.returningNano = 0n;
  }

  loadStored(amountNano: bigint, batchNumber = this.batchNumber): void {
    this.amountNano = amountNano;
    this.batchNumber = batchNumber;
    this.returningNano = 0n;
    this.isStored = true;
    this.isUnconfirmed = false;
  }
}
