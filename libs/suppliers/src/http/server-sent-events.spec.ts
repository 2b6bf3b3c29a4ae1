import fc from 'fast-check';
import { type ServerSentEvent, ServerSentEventReader } from './server-sent-events';

function readAll(pieces: Uint8Array[]): ServerSentEvent[] {
  const reader = new ServerSentEventReader();
  return pieces.flatMap((piece) => reader.push(piece));
}

function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const edges = [
    0,
    ...places.map((place) => place % (bytes.length + 1)).sort((one, other) => one - other),
    bytes.length,
  ];
  return edges.slice(1).map((edge, at) => bytes.subarray(edges[at], edge));
}

/** Counts the characters and bytes that the functions of the engine read, because their time differs by machine. */
function countWork(): { units(): number; stop(): void } {
  const searches = (['split', 'includes', 'indexOf', 'slice', 'startsWith'] as const).map((name) =>
    jest.spyOn(String.prototype, name),
  );
  const decodes = jest.spyOn(TextDecoder.prototype, 'decode');
  const copies = jest.spyOn(Uint8Array.prototype, 'set');
  const sum = (lengths: number[]) => lengths.reduce((total, length) => total + length, 0);
  return {
    units: () =>
      sum(searches.flatMap(({ mock }) => mock.contexts.map((text) => String(text).length))) +
      sum(decodes.mock.calls.map(([bytes]) => bytes?.byteLength ?? 0)) +
      sum(copies.mock.calls.map(([bytes]) => bytes.length)),
    stop: () => [...searches, decodes, copies].forEach((spy) => spy.mockRestore()),
  };
}

describe('a stream of server-sent events', () => {
  it.each([
    ['data: a\n\n', ['a']],
    ['data:a\n\ndata:  b\n\n', ['a', ' b']],
    ['data: a\ndata: b\n\n', ['a\nb']],
    [': keep-alive\n\ndata: a\n\n', ['a']],
    ['data: a\r\n\r\ndata: b\r\rdata: c\n\n', ['a', 'b', 'c']],
    ['\uFEFFdata: a\n\n', ['a']],
    ['id: 1\nretry: 5\ndata: a\nunknown\n\n', ['a']],
    ['data\n\n', ['']],
    ['event: error\n\n', []],
    ['data: cut off\n', []],
  ])('%j holds %j', (text, expected) => {
    expect(readAll([Buffer.from(text)]).map(({ data }) => data)).toEqual(expected);
  });

  it('names events', () => {
    expect(readAll([Buffer.from('event: error\ndata: a\n\ndata: b\n\n')])).toEqual([
      { name: 'error', data: 'a' },
      { name: 'message', data: 'b' },
    ]);
  });

  it('reads the same events for any split of the bytes', () => {
    const line = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\r\n\uFEFF]/g, '·'));
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const event = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 3 }), lineEnd, comment: fc.boolean() });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 30 }), (events, places) => {
        const text = events
          .map(
            (each) =>
              (each.comment ? `: x${each.lineEnd}` : '') +
              each.lines.map((data) => `data: ${data}${each.lineEnd}`).join('') +
              each.lineEnd,
          )
          .join('');
        const bytes = Buffer.from(text);
        // Lone surrogates become U+FFFD in bytes.
        const expected = events.map(({ lines }) => Buffer.from(lines.join('\n')).toString());
        expect(readAll(cut(bytes, places)).map(({ data }) => data)).toEqual(expected);
      }),
    );
  });

  it.each([
    ['one line', ''],
    ['many lines', '\ndata: '],
  ])('refuses an event without end in %s', (_, separator) => {
    const reader = new ServerSentEventReader();
    reader.push(Buffer.from('data: '));
    const piece = Buffer.from('a'.repeat(1024 * 1024) + separator);
    expect(() => Array.from({ length: 10 }, () => reader.push(piece))).toThrow(/too long/);
  });

  it('counts the length of each event for itself', () => {
    const reader = new ServerSentEventReader();
    const event = Buffer.from(`data: ${'a'.repeat(1024 * 1024)}\n\n`);
    expect(Array.from({ length: 10 }, () => reader.push(event).length)).toEqual(Array(10).fill(1));
  });

  it('handles each byte of a long line a few times, however many pieces bring it', () => {
    const line = Buffer.from(`data: ${'a'.repeat(512 * 1024)}\n\n`);
    const pieces = cut(
      line,
      Array.from({ length: 4_096 }, (_, at) => at * 128),
    );
    const work = countWork();
    const events = readAll(pieces);
    const units = work.units();
    work.stop();
    expect(events.map(({ data }) => data.length)).toEqual([512 * 1024]);
    expect(units).toBeLessThan(12 * line.length);
  });
});
