import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type FakeServer, openFakeServer } from '../fake-server';
import { answerS3, type S3Call } from './answer-s3';
import { S3Objects } from './s3-objects';
import { errorXml, S3Refusal } from './s3-refusal';
import { assertSigned } from './s3-signature';

/** `hang`: no answer. `hang up`: executes and disconnects. `cut` and `stall`: half the body. */
export type S3Manner = S3Refusal | 'hang' | 'hang up' | 'cut' | 'stall';

const ACCESS = { accessKeyId: 'FAKEACCESSKEY', secretAccessKey: 'fake-secret/of+the-store', region: 'eu-fake-1' };
const BUCKET = 'shipyard-test';

/** Checks signatures and checksums. It can be slow, refuse calls, or lose objects. */
export class FakeS3 {
  readonly calls: S3Call[] = [];
  manner: (call: S3Call) => S3Manner | undefined = () => undefined;

  private constructor(
    readonly objects: S3Objects,
    private readonly folder: string,
    private readonly server: FakeServer,
  ) {}

  static async start(): Promise<FakeS3> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fake-s3-'));
    const objects = new S3Objects(path.join(folder, 'objects'));
    const server = await openFakeServer((request, response) => fake.serve(request, response));
    const fake = new FakeS3(objects, folder, server);
    return fake;
  }

  settings(prefix = 'test/') {
    return { ...ACCESS, bucket: BUCKET, endpoint: this.server.origin, forcePathStyle: true, prefix };
  }

  get environment(): NodeJS.ProcessEnv {
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = this.settings();
    return {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: '1',
    };
  }

  openConnections(): Promise<number> {
    return this.server.connections();
  }

  async stop(): Promise<void> {
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    try {
      assertSigned(request, body, ACCESS);
      const call = readCall(request, body);
      this.calls.push(call);
      const manner = this.manner(call);
      if (manner === 'hang') return;
      if (manner instanceof S3Refusal) throw manner;
      const { status, headers, content = '' } = answerS3(call, this.objects);
      if (manner === 'hang up') response.destroy();
      else if (manner === undefined)
        response
          .writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers })
          .end(call.method === 'HEAD' ? undefined : content);
      else
        await this.sendHalf(
          response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers }),
          Buffer.from(content),
          manner,
        );
    } catch (error) {
      const refusal = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', String(error));
      const content = request.method === 'HEAD' ? '' : errorXml(refusal);
      response
        .writeHead(refusal.status, { 'content-type': 'application/xml', 'x-amz-request-id': 'FAKE' })
        .end(content);
    }
  }

  private async sendHalf(response: ServerResponse, content: Buffer, manner: 'cut' | 'stall'): Promise<void> {
    await new Promise((resolve) => response.write(content.subarray(0, content.length >> 1), resolve));
    if (manner === 'cut') response.destroy();
  }
}

function readCall(request: IncomingMessage, body: Buffer): S3Call {
  const url = new URL(request.url ?? '', 'http://fake');
  const [, bucket = '', ...segments] = url.pathname.split('/');
  if (bucket !== BUCKET) throw new S3Refusal(404, 'NoSuchBucket');
  const { method = '', headers } = request;
  return { method, key: decodeURIComponent(segments.join('/')), query: url.searchParams, headers, body };
}
