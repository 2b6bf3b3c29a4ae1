/** A call that has passed its key's limits. */
export class PassedCall {
  /** What it really used; to be set before its end. */
  usedTokens = 0;
  private isEnded = false;

  constructor(private readonly atEnd: (usedTokens: number) => void) {}

  /** To be called whatever became of it; may be called again. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.atEnd(this.usedTokens);
  }
}
