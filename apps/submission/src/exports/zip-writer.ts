import { createHash } from 'node:crypto';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface WrittenFile {
  path: string;
  what: string;
  bytes: number;
  sha256: string;
}

export interface MissingFile {
  path: string;
  what: string;
  missing: true;
}

interface FileFacts {
  path: string;
  what: string;
  isCompressed?: boolean;
}

/** Nobody reads the ZIP any more. */
export class ReaderGone extends Error {}

/**
 * Writes files into a ZIP one after another. The next one starts when the reader has taken the last one. So memory holds
 * the buffers of one file, and the names, sizes and hashes of all. ZIP64 is used where it is needed.
 */
export class ZipWriter {
  readonly files: (WrittenFile | MissingFile)[] = [];
  readonly output: Readable;
  private readonly zip = new ZipFile();
  private current: Transform | null = null;

  constructor(private readonly writtenAt: Date) {
    const { outputStream } = this.zip;
    if (!(outputStream instanceof Readable)) throw new Error('The stream of a ZIP is readable');
    this.output = outputStream;
    this.output.once('close', () => this.current?.destroy(new ReaderGone()));
    this.zip.on('error', (error: Error) => this.fail(error));
  }

  /** Destroys `content` if the reader has gone. */
  async add(content: string | Readable, { path, what, isCompressed = false }: FileFacts): Promise<void> {
    if (this.output.destroyed) {
      if (typeof content !== 'string') content.destroy();
      throw new ReaderGone();
    }
    const hash = createHash('sha256');
    let bytes = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    this.current = counter;
    this.zip.addReadStream(counter, path, { mtime: this.writtenAt, compress: !isCompressed });
    const source = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;
    source.once('error', (error: Error) => counter.destroy(error));
    // yazl waits forever for a source that fails.
    counter.once('error', (error: Error) => this.fail(error));
    counter.once('close', () => source.destroy());
    source.pipe(counter);
    await finished(counter);
    this.files.push({ path, what, bytes, sha256: hash.digest('hex') });
  }

  miss(path: string, what: string): void {
    this.files.push({ path, what, missing: true });
  }

  end(): void {
    this.zip.end();
  }

  fail(error: Error): void {
    this.output.destroy(error);
  }
}
