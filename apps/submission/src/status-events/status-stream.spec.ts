import { StatusStream, type StreamResponse } from './status-stream';

class Reader {
  readonly chunks: string[] = [];
  ended = false;
  destroyed = false;
  writableNeedDrain = false;
  write = (chunk: string) => this.chunks.push(chunk) > 0;
  writeHead = () => this;
  flushHeaders = () => undefined;
  end = () => {
    this.ended = true;
    return this;
  };
  destroy = () => {
    this.destroyed = true;
    return this;
  };
}

describe('StatusStream', () => {
  let now: number;
  let reader: Reader;
  let stream: StatusStream;
  const tickFor = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000;
      stream.tick();
    }
  };

  beforeEach(() => {
    now = 0;
    reader = new Reader();
    stream = new StatusStream(reader as unknown as StreamResponse, () => now);
  });

  it('sends a changed status as one event, and an unchanged one never', () => {
    stream.send({ state: 'draft' });
    stream.send({ state: 'draft' });
    tickFor(3);
    stream.send({ state: 'review_pending' });
    expect(reader.chunks).toEqual([
      'event: status\ndata: {"state":"draft"}\n\n',
      'event: status\ndata: {"state":"review_pending"}\n\n',
    ]);
  });

  it('sends a keep-alive every 15 s, and ends after 10 minutes', () => {
    tickFor(599);
    expect([reader.chunks.length, new Set(reader.chunks), reader.ended]).toEqual([39, new Set([':\n\n']), false]);
    tickFor(1);
    expect(reader.ended).toBe(true);
  });

  it('keeps only the newest status for a slow reader', () => {
    stream.send({ at: 1 });
    reader.writableNeedDrain = true;
    for (let at = 2; at < 9; at += 1) stream.send({ at });
    tickFor(14);
    expect(reader.chunks).toHaveLength(1);
    reader.writableNeedDrain = false;
    tickFor(1);
    expect(reader.chunks.slice(1)).toEqual(['event: status\ndata: {"at":8}\n\n', ':\n\n']);
  });

  it('disconnects a client that reads nothing for 15 s, and no other', () => {
    for (let round = 0; round < 5; round += 1) {
      reader.writableNeedDrain = true;
      tickFor(15);
      reader.writableNeedDrain = false;
      tickFor(1);
    }
    expect(reader.destroyed).toBe(false);
    reader.writableNeedDrain = true;
    tickFor(16);
    expect([reader.destroyed, reader.ended]).toEqual([true, false]);
  });
});
