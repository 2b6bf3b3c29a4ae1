import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { S3Refusal } from './s3-refusal';
import { crc32Of } from './s3-signature';

export interface S3Object {
  bytes: number;
  etag: string;
  crc32: string | null;
  encryption: string | null;
  modifiedAt: Date;
}

interface Part {
  body: Buffer;
  etag: string;
  crc32: string;
}

interface MultipartUpload {
  key: string;
  startedAt: Date;
  encryption: string | null;
  parts: Map<number, Part>;
}

export interface NamedPart {
  number: number;
  etag: string;
  crc32: string | undefined;
}

const LEAST_PART_BYTES = 5 * 1024 * 1024;

export class S3Objects {
  /** How many keys one answer lists. */
  pageSize = 1_000;
  private readonly objects = new Map<string, S3Object>();
  private readonly uploads = new Map<string, MultipartUpload>();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  find(key: string): S3Object | undefined {
    return this.objects.get(key);
  }

  keys(): string[] {
    return [...this.objects.keys()].sort();
  }

  bodyOf(key: string): Buffer {
    return readFileSync(this.fileOf(key));
  }

  put(
    key: string,
    body: Buffer,
    facts: { etag?: string; crc32?: string | null; encryption?: string | null; modifiedAt?: Date } = {},
  ): S3Object {
    writeFileSync(this.fileOf(key), body);
    const { etag = md5(body), crc32 = crc32Of(body), encryption = null, modifiedAt = new Date() } = facts;
    const object = { bytes: body.length, etag, crc32, encryption, modifiedAt };
    this.objects.set(key, object);
    return object;
  }

  delete(key: string): void {
    if (this.objects.delete(key)) rmSync(this.fileOf(key), { force: true });
  }

  spoil(key: string): void {
    const body = this.bodyOf(key);
    body[0] = (body[0] ?? 0) ^ 1;
    writeFileSync(this.fileOf(key), body);
  }

  start(key: string, encryption: string | null, startedAt = new Date()): string {
    const id = randomUUID();
    this.uploads.set(id, { key, startedAt, encryption, parts: new Map() });
    return id;
  }

  putPart(key: string, uploadId: string, number: number, body: Buffer): Part {
    const part = { body, etag: md5(body), crc32: crc32Of(body) };
    this.uploadOf(key, uploadId).parts.set(number, part);
    return part;
  }

  complete(key: string, uploadId: string, named: NamedPart[]): S3Object {
    const upload = this.uploadOf(key, uploadId);
    if (named.some(({ number }, at) => at > 0 && number <= (named[at - 1]?.number ?? 0)))
      throw new S3Refusal(400, 'InvalidPartOrder');
    const parts = named.map(({ number, etag, crc32 }) => {
      const part = upload.parts.get(number);
      if (part?.etag !== etag || (crc32 !== undefined && crc32 !== part.crc32)) throw new S3Refusal(400, 'InvalidPart');
      return part;
    });
    if (parts.length === 0) throw new S3Refusal(400, 'MalformedXML');
    if (parts.slice(0, -1).some(({ body }) => body.length < LEAST_PART_BYTES))
      throw new S3Refusal(400, 'EntityTooSmall');
    this.uploads.delete(uploadId);
    const etag = `${createHash('md5')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part.etag, 'hex'))))
      .digest('hex')}-${parts.length}`;
    return this.put(key, Buffer.concat(parts.map(({ body }) => body)), {
      etag,
      crc32: null,
      encryption: upload.encryption,
    });
  }

  abort(key: string, uploadId: string): void {
    this.uploadOf(key, uploadId);
    this.uploads.delete(uploadId);
  }

  unfinished(): { id: string; key: string; startedAt: Date }[] {
    return [...this.uploads].map(([id, { key, startedAt }]) => ({ id, key, startedAt }));
  }

  private uploadOf(key: string, uploadId: string): MultipartUpload {
    const upload = this.uploads.get(uploadId);
    if (upload?.key !== key) throw new S3Refusal(404, 'NoSuchUpload');
    return upload;
  }

  private fileOf(key: string): string {
    return path.join(this.folder, encodeURIComponent(key));
  }
}

const md5 = (body: Buffer) => createHash('md5').update(body).digest('hex');
