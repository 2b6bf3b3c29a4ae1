import type { RateHeaders } from './rate-headers';

export class PassedCall {
  /** Set it before `end`. */
  usedTokens = 0;
  private isEnded = false;

  constructor(
    readonly rates: RateHeaders,
    private readonly atEnd: (usedTokens: number) => void,
  ) {}

  /** Call it after every outcome. Safe to repeat. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.atEnd(this.usedTokens);
  }
}
