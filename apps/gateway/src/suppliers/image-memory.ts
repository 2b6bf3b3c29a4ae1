import { metrics } from '@shipyard/platform/metrics';
import type { ImageMemoryShare } from '@shipyard/suppliers';
import { Gauge } from 'prom-client';

/** As they arrive. With copies (JSON, base64, the clean copy), a process needs about three times as much. */
export const MOST_IMAGE_BYTES = 256 * 1024 * 1024;

const imageBytes = new Gauge({
  name: 'gateway_picture_memory_bytes',
  help: 'Images of suppliers that are in memory, in bytes as they came',
  registers: [metrics],
});

/** Above the limit only the oldest order continues, so that the orders end one after the other. */
export class ImageMemory {
  private takenBytes = 0;
  private readonly shares = new Map<ImageMemoryShare, number>();
  private waiting: (() => void)[] = [];

  constructor(private readonly mostBytes: number) {}

  open(): ImageMemoryShare {
    const share: ImageMemoryShare = { take: (bytes) => this.take(share, bytes), release: () => this.release(share) };
    return share;
  }

  private async take(share: ImageMemoryShare, bytes: number): Promise<void> {
    this.shares.set(share, (this.shares.get(share) ?? 0) + bytes);
    this.change(bytes);
    while (this.takenBytes > this.mostBytes && this.shares.has(share) && !this.isOldest(share))
      await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private release(share: ImageMemoryShare): void {
    this.change(-(this.shares.get(share) ?? 0));
    this.shares.delete(share);
    for (const resume of this.waiting.splice(0)) resume();
  }

  private isOldest(share: ImageMemoryShare): boolean {
    return this.shares.keys().next().value === share;
  }

  private change(bytes: number): void {
    this.takenBytes += bytes;
    imageBytes.inc(bytes);
  }
}
