/** Counts, in this process, how much of something an owner has at once. */
export class Places {
  private readonly taken = new Map<string, number>();

  hasFree(owner: string, most: number): boolean {
    return (this.taken.get(owner) ?? 0) < most;
  }

  /** How many are left after it. Null if there was none: then nothing was taken. */
  take(owner: string, most: number): number | null {
    const taken = this.taken.get(owner) ?? 0;
    if (taken >= most) return null;
    this.taken.set(owner, taken + 1);
    return most - taken - 1;
  }

  leave(owner: string): void {
    const left = (this.taken.get(owner) ?? 1) - 1;
    if (left > 0) this.taken.set(owner, left);
    else this.taken.delete(owner);
  }
}
