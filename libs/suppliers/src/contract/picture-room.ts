/** The memory that one order's pictures take, until they are kept or handed over. */
export interface PictureRoom {
  /** Counts bytes that have come, or are about to be made, and resolves when more may follow. */
  take(bytes: number): Promise<void>;
  /** The pictures have gone. */
  leave(): void;
}
