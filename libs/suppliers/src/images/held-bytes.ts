export interface HeldShare {
  /** False: there is no room, and nothing was taken. */
  take(bytes: number): boolean;
  release(): void;
}

/** A bound on what a process holds for all customers together, of which one may have a part. */
export class HeldBytes {
  private held = 0;
  private readonly heldBy = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfOne: number,
  ) {}

  get bytes(): number {
    return this.held;
  }

  open(customerId: string): HeldShare {
    let taken = 0;
    return {
      take: (bytes) => {
        const own = (this.heldBy.get(customerId) ?? 0) + bytes;
        if (own > this.mostOfOne || this.held + bytes > this.most) return false;
        this.change(customerId, bytes);
        taken += bytes;
        return true;
      },
      release: () => {
        this.change(customerId, -taken);
        taken = 0;
      },
    };
  }

  private change(customerId: string, bytes: number): void {
    this.held += bytes;
    const own = (this.heldBy.get(customerId) ?? 0) + bytes;
    if (own === 0) this.heldBy.delete(customerId);
    else this.heldBy.set(customerId, own);
  }
}
