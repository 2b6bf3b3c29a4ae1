const FIRST_BYTES = 1_024;

/** The bytes of a line that has no end yet. Its memory doubles, so that many small pieces cost linear time. */
export class UnfinishedLine {
  private bytes = Buffer.alloc(0);
  length = 0;

  append(piece: Uint8Array): void {
    const length = this.length + piece.length;
    if (length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(FIRST_BYTES, length, 2 * this.bytes.length));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    // A call of `set` costs more than a single byte.
    if (piece.length === 1) this.bytes[this.length] = piece[0] ?? 0;
    else this.bytes.set(piece, this.length);
    this.length = length;
  }

  /** Returns the line so far, which the next `append` overwrites, and begins anew. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}
