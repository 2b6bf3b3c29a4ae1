import { Readable } from 'node:stream';
import type {
  CompletedPart,
  GetObjectCommandOutput,
  ListMultipartUploadsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  assertObjectKey,
  type ByteSpan,
  type FoundObject,
  isObjectKey,
  LEFT_OVER,
  ObjectOvertaken,
  ObjectStore,
  ObjectStoreUnavailable,
  type StoredObject,
} from './object-store';
import { connectS3, type S3Sdk, type S3Settings } from './s3-client';
import { isNotFound, isNotImplemented, isOvertaken, unavailable } from './s3-faults';
import { inParts, withoutStalls } from './s3-streams';

/** The time limits of each attempt. */
export interface S3Limits {
  /** Until a response starts. */
  answerMs: number;
  /** Until a part is sent and answered. */
  partMs: number;
  checkMs: number;
  /** Until more of an object arrives that is being read. */
  stalledMs: number;
}

const LIMITS: S3Limits = { answerMs: 5_000, partMs: 30_000, checkMs: 2_000, stalledMs: 15_000 };
/** Larger objects are sent in parts. Every part but the last must have at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024;

/** S3 shows an object only when it is complete. `list` also yields the parts that a killed process left. */
export class S3Store extends ObjectStore {
  private constructor(
    private readonly sdk: S3Sdk,
    private readonly client: S3Client,
    private readonly settings: S3Settings,
    private readonly limits: S3Limits,
  ) {
    super();
  }

  static async open(settings: S3Settings, limits = LIMITS): Promise<S3Store> {
    const { sdk, client } = await connectS3(settings);
    const store = new S3Store(sdk, client, settings, limits);
    // HeadBucket's response has no body, so it would not say what is wrong.
    const query = { Bucket: settings.bucket, Prefix: settings.prefix, MaxKeys: 1 };
    await store.ask(`The bucket ${settings.bucket} cannot be used`, () =>
      client.send(new sdk.ListObjectsV2Command(query), store.inTime),
    );
    return store;
  }

  /** Called often, so it gives up soon and does not retry. */
  override async check(): Promise<void> {
    await this.ask('HeadBucket', () =>
      this.client.send(new this.sdk.HeadBucketCommand({ Bucket: this.settings.bucket }), {
        abortSignal: AbortSignal.timeout(this.limits.checkMs),
      }),
    );
  }

  override async put(key: string, content: Buffer | Readable): Promise<void> {
    const target = { ...this.locate(key), ServerSideEncryption: this.settings.encryption };
    try {
      const parts = inParts(content, PART_BYTES);
      const first = await parts.next();
      const body = first.done ? Buffer.alloc(0) : first.value;
      if (body.length === PART_BYTES) await this.putInParts(target, body, parts);
      else
        await this.ask('PutObject', () =>
          this.client.send(
            new this.sdk.PutObjectCommand({ ...target, Body: body, ChecksumAlgorithm: 'CRC32' }),
            this.inPartTime,
          ),
        );
    } finally {
      // An unread response keeps its connection open.
      if (content instanceof Readable) content.destroy();
    }
  }

  override async get(key: string): Promise<FoundObject | null> {
    const target = this.locate(key);
    const found = await this.askOrNull('HeadObject', () =>
      this.client.send(new this.sdk.HeadObjectCommand(target), this.inTime),
    );
    if (found) return { bytes: found.ContentLength ?? 0, read: (range) => this.read(key, found.ETag, range) };
    // A missing bucket gives the same answer. Check it before the object counts as lost.
    await this.check();
    return null;
  }

  override async delete(key: string): Promise<void> {
    if (key.startsWith(LEFT_OVER)) return this.abort(key.slice(LEFT_OVER.length));
    const target = this.locate(key);
    await this.ask('DeleteObject', () => this.client.send(new this.sdk.DeleteObjectCommand(target), this.inTime));
  }

  override async *list(): AsyncGenerator<StoredObject> {
    const { bucket, prefix } = this.settings;
    for (let from: string | undefined, isLast = false; !isLast;) {
      const query = { Bucket: bucket, Prefix: prefix, ContinuationToken: from };
      const page = await this.ask('ListObjectsV2', () =>
        this.client.send(new this.sdk.ListObjectsV2Command(query), this.inTime),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        const key = Key.slice(prefix.length);
        // Ignores objects that are not ours.
        if (isObjectKey(key) && LastModified) yield { key, bytes: Size, modifiedAt: LastModified };
      }
      from = page.NextContinuationToken;
      isLast = from === undefined;
    }
    yield* this.listUploads();
  }

  /** Yields uploads in progress, under `.tmp/<key>#<upload>`. */
  private async *listUploads(): AsyncGenerator<StoredObject> {
    const { bucket, prefix } = this.settings;
    let from: UploadsFrom | null = {};
    while (from) {
      const page: ListMultipartUploadsCommandOutput | null = await this.askForUploads({
        Bucket: bucket,
        Prefix: prefix,
        ...from,
      });
      for (const { Key = '', UploadId = '', Initiated } of page?.Uploads ?? []) {
        const key = Key.slice(prefix.length);
        if (isObjectKey(key) && Initiated)
          yield { key: `${LEFT_OVER}${key}#${UploadId}`, bytes: 0, modifiedAt: Initiated };
      }
      from = page?.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
    }
  }

  /** Returns null if the server does not support it. */
  private async askForUploads(
    query: UploadsFrom & { Bucket: string; Prefix: string },
  ): Promise<ListMultipartUploadsCommandOutput | null> {
    try {
      return await this.client.send(new this.sdk.ListMultipartUploadsCommand(query), this.inTime);
    } catch (error) {
      if (isNotImplemented(error)) return null;
      throw unavailable('ListMultipartUploads', error);
    }
  }

  private async putInParts(target: Target, first: Buffer, rest: AsyncGenerator<Buffer>): Promise<void> {
    const started = await this.ask('CreateMultipartUpload', () =>
      this.client.send(
        new this.sdk.CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'CRC32' }),
        this.inTime,
      ),
    );
    const upload = { Bucket: target.Bucket, Key: target.Key, UploadId: started.UploadId };
    try {
      const sent = [await this.putPart(upload, 1, first)];
      for await (const body of rest) sent.push(await this.putPart(upload, sent.length + 1, body));
      await this.ask('CompleteMultipartUpload', () =>
        this.client.send(
          new this.sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sent } }),
          this.inPartTime,
        ),
      );
    } catch (error) {
      await this.client
        .send(new this.sdk.AbortMultipartUploadCommand(upload), {
          abortSignal: AbortSignal.timeout(this.limits.answerMs),
        })
        .catch(() => undefined);
      throw error;
    }
  }

  private async putPart(upload: Upload, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
    const { ETag, ChecksumCRC32 } = await this.ask('UploadPart', () =>
      this.client.send(
        new this.sdk.UploadPartCommand({ ...upload, PartNumber, Body, ChecksumAlgorithm: 'CRC32' }),
        this.inPartTime,
      ),
    );
    return { PartNumber, ETag, ChecksumCRC32 };
  }

  private async abort(leftOver: string): Promise<void> {
    const at = leftOver.indexOf('#');
    if (at === -1) return;
    const upload = { ...this.locate(leftOver.slice(0, at)), UploadId: leftOver.slice(at + 1) };
    await this.askOrNull('AbortMultipartUpload', () =>
      this.client.send(new this.sdk.AbortMultipartUploadCommand(upload), this.inTime),
    );
  }

  /** Reads the object that was found, and fails if it was replaced. */
  private async read(key: string, etag: string | undefined, range?: ByteSpan): Promise<Readable> {
    const query = { ...this.locate(key), IfMatch: etag, Range: range && `bytes=${range.start}-${range.end}` };
    let answer: GetObjectCommandOutput;
    try {
      answer = await this.client.send(new this.sdk.GetObjectCommand(query), this.inTime);
    } catch (error) {
      if (isNotFound(error) || isOvertaken(error))
        throw new ObjectOvertaken('An object was removed or written anew just before it was read');
      throw unavailable('GetObject', error);
    }
    const { Body, ContentLength } = answer;
    if (!(Body instanceof Readable)) throw new ObjectStoreUnavailable('GetObject: the answer has no body');
    if (range && ContentLength !== range.end - range.start + 1) {
      Body.destroy();
      throw new ObjectStoreUnavailable('GetObject: the answer is not of the range that was asked for');
    }
    return withoutStalls(Body, this.limits.stalledMs);
  }

  private get inPartTime(): { requestTimeout: number } {
    return { requestTimeout: this.limits.partMs };
  }

  private get inTime(): { requestTimeout: number } {
    return { requestTimeout: this.limits.answerMs };
  }

  private locate(key: string): { Bucket: string; Key: string } {
    assertObjectKey(key);
    return { Bucket: this.settings.bucket, Key: this.settings.prefix + key };
  }

  private async ask<Answer>(what: string, send: () => Promise<Answer>): Promise<Answer> {
    try {
      return await send();
    } catch (error) {
      throw unavailable(what, error);
    }
  }

  private async askOrNull<Answer>(what: string, send: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await send();
    } catch (error) {
      if (isNotFound(error)) return null;
      throw unavailable(what, error);
    }
  }
}

interface Target {
  Bucket: string;
  Key: string;
  ServerSideEncryption: S3Settings['encryption'];
}

interface UploadsFrom {
  KeyMarker?: string;
  UploadIdMarker?: string;
}

interface Upload {
  Bucket: string;
  Key: string;
  UploadId: string | undefined;
}
