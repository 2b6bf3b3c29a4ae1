import type { RateHeaders } from './rate-headers';

export class AdmittedCall {
  /** Set it before `end`. */
  usedTokens = 0;
  private isEnded = false;

  constructor(
    readonly rates: RateHeaders,
    private readonly onEnd: (usedTokens: number) => void,
  ) {}

  /** Call it after every outcome. Safe to repeat. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.onEnd(this.usedTokens);
  }
}
