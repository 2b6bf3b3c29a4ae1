import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { EventStream } from './event-stream.view';

class FullConnection extends EventEmitter {
  destroyed = false;

  writeHead(): void {}

  readonly written: string[] = [];

  write(text: string): boolean {
    this.written.push(text);
    return false;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('a stream of events', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('disconnects a client that reads nothing for a minute', async () => {
    const connection = new FullConnection();
    const written = new EventStream(connection as unknown as ServerResponse).write(['{}']);
    await jest.advanceTimersByTimeAsync(59_000);
    expect(connection.destroyed).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(connection.destroyed).toBe(true);
    await written;
  });

  it('sends a comment as keep-alive after every 15 s of silence', async () => {
    const connection = new FullConnection();
    const events = new EventStream(connection as unknown as ServerResponse);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(connection.written).toEqual([]);
    for (const silence of [14_000, 14_000, 31_000]) {
      void events.write(['{}']);
      connection.emit('drain');
      await jest.advanceTimersByTimeAsync(silence);
    }
    const event = 'data: {}\n\n';
    expect(connection.written).toEqual([event, event, event, ': keep-alive\n', ': keep-alive\n']);
    connection.destroy();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(connection.written).toHaveLength(5);
  });

  it('waits for a slow reader', async () => {
    const connection = new FullConnection();
    const events = new EventStream(connection as unknown as ServerResponse);
    for (let piece = 0; piece < 3; piece += 1) {
      const written = events.write([String(piece)]);
      await jest.advanceTimersByTimeAsync(50_000);
      connection.emit('drain');
      await written;
    }
    expect(connection.destroyed).toBe(false);
    connection.destroy();
  });
});
