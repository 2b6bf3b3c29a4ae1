import type { RateHeaders } from './rate-headers';

/** A call that has passed its key's limits. */
export class PassedCall {
  /** What it really used. Set it before `end`. */
  usedTokens = 0;
  private isEnded = false;

  constructor(
    /** The limits of the key as this call left them. */
    readonly rates: RateHeaders,
    private readonly atEnd: (usedTokens: number) => void,
  ) {}

  /** Call it whatever the outcome. It may be called again. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.atEnd(this.usedTokens);
  }
}
