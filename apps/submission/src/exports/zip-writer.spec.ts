import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { ReaderGone, ZipWriter } from './zip-writer';

const AT = new Date('2026-11-23T12:00:00.000Z');

async function unpack(zip: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const opened = await fromBufferPromise(zip);
  for await (const entry of opened.eachEntry())
    files.set(entry.fileName, (await buffer(await opened.openReadStreamPromise(entry))).toString());
  return files;
}

describe('ZipWriter', () => {
  it('writes files of unknown size that a reader unpacks, and knows size and hash of each', async () => {
    const writer = new ZipWriter(AT);
    const read = buffer(writer.output);
    await writer.add('Grüße', { path: 'a/übung.md', what: 'a text' });
    await writer.add(Readable.from([Buffer.from('one '), Buffer.from('two')]), {
      path: 'b.png',
      what: 'b',
      isCompressed: true,
    });
    await writer.add('', { path: 'empty', what: 'nothing' });
    writer.miss('c.png', 'c');
    writer.end();
    expect(Object.fromEntries(await unpack(await read))).toEqual({
      'a/übung.md': 'Grüße',
      'b.png': 'one two',
      empty: '',
    });
    expect(writer.files).toEqual([
      { path: 'a/übung.md', what: 'a text', bytes: 7, sha256: createHash('sha256').update('Grüße').digest('hex') },
      { path: 'b.png', what: 'b', bytes: 7, sha256: createHash('sha256').update('one two').digest('hex') },
      { path: 'empty', what: 'nothing', bytes: 0, sha256: createHash('sha256').update('').digest('hex') },
      { path: 'c.png', what: 'c', missing: true },
    ]);
  });

  it('waits for a slow reader, instead of collecting', async () => {
    const writer = new ZipWriter(AT);
    let produced = 0;
    function* chunks() {
      for (; produced < 1_000; produced += 1) yield Buffer.alloc(64 * 1024, produced);
    }
    const adding = writer.add(Readable.from(chunks()), { path: 'big', what: 'big', isCompressed: true });
    // Nobody reads yet: the buffers fill up, and then nothing more is produced.
    for (let before = -1; before !== produced;) {
      before = produced;
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    }
    expect(produced).toBeLessThan(40);
    let bytes = 0;
    writer.output.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await adding;
    expect(produced).toBe(1_000);
    expect(bytes).toBeGreaterThan(60_000_000);
  });

  it('lets go of a file that was being opened when the reader went away', async () => {
    const writer = new ZipWriter(AT);
    writer.output.destroy();
    const content = Readable.from([Buffer.from('an image')]);
    await expect(writer.add(content, { path: 'a.png', what: 'a' })).rejects.toThrow(ReaderGone);
    expect(content.destroyed).toBe(true);
  });

  it('stops when the reader goes away, and when a source fails', async () => {
    const left = new ZipWriter(AT);
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024);
      })(),
    );
    const adding = left.add(endless, { path: 'endless', what: 'endless' });
    left.output.destroy();
    await expect(adding).rejects.toThrow(ReaderGone);
    expect(endless.destroyed).toBe(true);
    await expect(left.add('a', { path: 'a', what: 'a' })).rejects.toThrow(ReaderGone);

    const broken = new ZipWriter(AT);
    const read = buffer(broken.output);
    const failing = Readable.from(
      (async function* () {
        yield await Promise.resolve(Buffer.from('a'));
        throw new Error('The store is away');
      })(),
    );
    await expect(broken.add(failing, { path: 'a', what: 'a' })).rejects.toThrow('The store is away');
    await expect(read).rejects.toThrow('The store is away');
  });
});
