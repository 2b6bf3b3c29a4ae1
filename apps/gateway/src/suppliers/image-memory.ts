import { metrics } from '@shipyard/platform/metrics';
import type { ImageRoom } from '@shipyard/suppliers';
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
  private readonly rooms = new Map<ImageRoom, number>();
  private waiting: (() => void)[] = [];

  constructor(private readonly mostBytes: number) {}

  open(): ImageRoom {
    const room: ImageRoom = { take: (bytes) => this.take(room, bytes), leave: () => this.leave(room) };
    return room;
  }

  private async take(room: ImageRoom, bytes: number): Promise<void> {
    this.rooms.set(room, (this.rooms.get(room) ?? 0) + bytes);
    this.change(bytes);
    while (this.takenBytes > this.mostBytes && this.rooms.has(room) && !this.isEldest(room))
      await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private leave(room: ImageRoom): void {
    this.change(-(this.rooms.get(room) ?? 0));
    this.rooms.delete(room);
    for (const goOn of this.waiting.splice(0)) goOn();
  }

  private isEldest(room: ImageRoom): boolean {
    return this.rooms.keys().next().value === room;
  }

  private change(bytes: number): void {
    this.takenBytes += bytes;
    imageBytes.inc(bytes);
  }
}
