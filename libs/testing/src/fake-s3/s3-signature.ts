import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Refusal } from './s3-refusal';

export interface S3Access {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
const SKEW_MS = 15 * 60_000;

export function assertSigned(request: IncomingMessage, body: Buffer, access: S3Access): void {
  const match = AUTHORIZATION.exec(request.headers.authorization ?? '');
  if (!match) throw new S3Refusal(403, 'AccessDenied', 'The call is not signed');
  const [, accessKeyId, day = '', region = '', signedHeaders = '', signature = ''] = match;
  if (accessKeyId !== access.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId');
  if (region !== access.region)
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', `The region is ${access.region}`);
  const sentAt = headerOf(request, 'x-amz-date');
  const instant = Date.parse(sentAt.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!sentAt.startsWith(day) || !(Math.abs(Date.now() - instant) < SKEW_MS))
    throw new S3Refusal(403, 'RequestTimeTooSkewed');
  const names = signedHeaders.split(';');
  const unsigned = Object.keys(request.headers).filter(
    (name) => (name === 'host' || name === 'content-md5' || name.startsWith('x-amz-')) && !names.includes(name),
  );
  if (unsigned.length > 0)
    throw new S3Refusal(
      403,
      'AccessDenied',
      `There were headers present in the request which were not signed: ${unsigned.join(', ')}`,
    );
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', sentAt, scope, sha256(canonical(request, names))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${access.secretAccessKey}`),
  );
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')))
    throw new S3Refusal(403, 'SignatureDoesNotMatch');
  assertWhole(request, body);
}

function canonical(request: IncomingMessage, names: string[]): string {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const pairs = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  const headers = names.map((name) => `${name}:${headerOf(request, name).trim().replace(/ +/g, ' ')}\n`);
  return [
    request.method,
    path,
    pairs.sort().join('&'),
    headers.join(''),
    names.join(';'),
    headerOf(request, 'x-amz-content-sha256'),
  ].join('\n');
}

function assertWhole(request: IncomingMessage, body: Buffer): void {
  const signed = headerOf(request, 'x-amz-content-sha256');
  if (signed.startsWith('STREAMING-'))
    throw new S3Refusal(501, 'NotImplemented', 'The fake takes no bodies in signed chunks');
  if (signed !== 'UNSIGNED-PAYLOAD' && signed !== sha256(body)) throw new S3Refusal(400, 'XAmzContentSHA256Mismatch');
  const checksums = {
    'x-amz-checksum-crc32': crc32Of,
    'x-amz-checksum-sha256': (bytes: Buffer) => digest('sha256', bytes),
    'content-md5': (bytes: Buffer) => digest('md5', bytes),
  };
  for (const [name, sumOf] of Object.entries(checksums)) {
    const sent = request.headers[name];
    if (sent !== undefined && sent !== sumOf(body))
      throw new S3Refusal(400, 'BadDigest', `${name} does not match what was received`);
  }
}

export function crc32Of(bytes: Buffer): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum.toString('base64');
}

const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('base64');
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  if (value === undefined) throw new S3Refusal(403, 'AccessDenied', `The header ${name} is missing`);
  return Array.isArray(value) ? value.join(',') : value;
}
