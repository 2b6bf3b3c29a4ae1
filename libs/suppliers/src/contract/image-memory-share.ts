export interface ImageMemoryShare {
  /** Counts bytes that arrived or will be created. Resolves when more may follow. */
  take(bytes: number): Promise<void>;
  release(): void;
}
