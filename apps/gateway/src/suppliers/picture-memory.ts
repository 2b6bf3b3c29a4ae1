import { metrics } from '@shipyard/platform/metrics';
import type { PictureRoom } from '@shipyard/suppliers';
import { Gauge } from 'prom-client';

/** As they arrive. With copies (JSON, base64, the clean copy), a process needs about three times as much. */
export const MOST_PICTURE_BYTES = 256 * 1024 * 1024;

const pictureBytes = new Gauge({
  name: 'gateway_picture_memory_bytes',
  help: 'Pictures of suppliers that are in memory, in bytes as they came',
  registers: [metrics],
});

/** Above the limit only the oldest order continues, so that the orders end one after the other. */
export class PictureMemory {
  private takenBytes = 0;
  private readonly rooms = new Map<PictureRoom, number>();
  private waiting: (() => void)[] = [];

  constructor(private readonly mostBytes: number) {}

  open(): PictureRoom {
    const room: PictureRoom = { take: (bytes) => this.take(room, bytes), leave: () => this.leave(room) };
    return room;
  }

  private async take(room: PictureRoom, bytes: number): Promise<void> {
    this.rooms.set(room, (this.rooms.get(room) ?? 0) + bytes);
    this.change(bytes);
    while (this.takenBytes > this.mostBytes && this.rooms.has(room) && !this.isEldest(room))
      await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private leave(room: PictureRoom): void {
    this.change(-(this.rooms.get(room) ?? 0));
    this.rooms.delete(room);
    for (const goOn of this.waiting.splice(0)) goOn();
  }

  private isEldest(room: PictureRoom): boolean {
    return this.rooms.keys().next().value === room;
  }

  private change(bytes: number): void {
    this.takenBytes += bytes;
    pictureBytes.inc(bytes);
  }
}
