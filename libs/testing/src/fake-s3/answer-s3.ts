import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { NamedPart, S3Objects } from './s3-objects';
import { S3Refusal, toXml } from './s3-refusal';

export interface S3Call {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface S3Answer {
  status: number;
  headers?: OutgoingHttpHeaders;
  content?: string | Buffer;
}

export function answerS3(call: S3Call, objects: S3Objects): S3Answer {
  if (call.key === '') return answerOfBucket(call, objects);
  const uploadId = call.query.get('uploadId');
  if (uploadId !== null) return answerOfUpload(call, uploadId, objects);
  const encryption = headerOf(call, 'x-amz-server-side-encryption') ?? null;
  switch (call.method) {
    case 'PUT': {
      const { etag } = objects.put(call.key, call.body, { encryption });
      return { status: 200, headers: { etag: `"${etag}"` } };
    }
    case 'POST':
      return xml(
        'InitiateMultipartUploadResult',
        `<Key>${toXml(call.key)}</Key><UploadId>${objects.start(call.key, encryption)}</UploadId>`,
      );
    case 'DELETE':
      objects.delete(call.key);
      return { status: 204 };
    default:
      return read(call, objects);
  }
}

function read({ method, key, headers }: S3Call, objects: S3Objects): S3Answer {
  const object = objects.find(key);
  if (!object) throw new S3Refusal(404, 'NoSuchKey');
  const etag = `"${object.etag}"`;
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag) throw new S3Refusal(412, 'PreconditionFailed');
  const facts: OutgoingHttpHeaders = {
    etag,
    'last-modified': object.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (method === 'HEAD') return { status: 200, headers: { ...facts, 'content-length': object.bytes } };
  const body = objects.bodyOf(key);
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (start === undefined || end === undefined) {
    const isAsked = headers['x-amz-checksum-mode'] === 'ENABLED' && object.crc32 !== null;
    return {
      status: 200,
      headers: {
        ...facts,
        ...(isAsked && { 'x-amz-checksum-crc32': object.crc32 ?? '', 'x-amz-checksum-type': 'FULL_OBJECT' }),
      },
      content: body,
    };
  }
  if (Number(start) >= body.length) throw new S3Refusal(416, 'InvalidRange');
  const part = body.subarray(Number(start), Number(end) + 1);
  return {
    status: 206,
    headers: { ...facts, 'content-range': `bytes ${start}-${Number(start) + part.length - 1}/${body.length}` },
    content: part,
  };
}

function answerOfUpload({ method, key, query, body }: S3Call, uploadId: string, objects: S3Objects): S3Answer {
  if (method === 'PUT') {
    const { etag, crc32 } = objects.putPart(key, uploadId, Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: `"${etag}"`, 'x-amz-checksum-crc32': crc32 } };
  }
  if (method === 'DELETE') {
    objects.abort(key, uploadId);
    return { status: 204 };
  }
  const { etag } = objects.complete(key, uploadId, namedParts(body.toString()));
  return xml('CompleteMultipartUploadResult', `<Key>${toXml(key)}</Key><ETag>&quot;${etag}&quot;</ETag>`);
}

function answerOfBucket({ method, query }: S3Call, objects: S3Objects): S3Answer {
  if (method === 'HEAD') return { status: 200, headers: { 'content-length': 0 } };
  const prefix = query.get('prefix') ?? '';
  if (query.has('uploads')) {
    const uploads = objects.unfinished().filter(({ key }) => key.startsWith(prefix));
    const items = uploads.map(
      ({ id, key, startedAt }) =>
        `<Upload><Key>${toXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    );
    return xml('ListMultipartUploadsResult', `<IsTruncated>false</IsTruncated>${items.join('')}`);
  }
  if (query.get('list-type') !== '2') throw new S3Refusal(501, 'NotImplemented');
  const after = query.get('continuation-token') ?? '';
  const keys = objects.keys().filter((key) => key.startsWith(prefix) && key > after);
  const page = keys.slice(0, objects.pageSize);
  const items = page.map((key) => {
    const { bytes, etag, modifiedAt } = objects.find(key) ?? { bytes: 0, etag: '', modifiedAt: new Date() };
    return `<Contents><Key>${toXml(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${bytes}</Size></Contents>`;
  });
  const isTruncated = keys.length > page.length;
  const rest = isTruncated ? `<NextContinuationToken>${toXml(page.at(-1) ?? '')}</NextContinuationToken>` : '';
  return xml(
    'ListBucketResult',
    `<IsTruncated>${isTruncated}</IsTruncated><KeyCount>${page.length}</KeyCount>${rest}${items.join('')}`,
  );
}

function namedParts(text: string): NamedPart[] {
  const valueOf = (part: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(part)?.[1];
  return text
    .split('<Part>')
    .slice(1)
    .map((part) => ({
      number: Number(valueOf(part, 'PartNumber')),
      etag: (valueOf(part, 'ETag') ?? '').replace(/&quot;|&#34;|"/g, ''),
      crc32: valueOf(part, 'ChecksumCRC32'),
    }));
}

const xml = (name: string, inner: string): S3Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  content: `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`,
});

function headerOf({ headers }: S3Call, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
