import type { S3Client } from '@aws-sdk/client-s3';

export type S3Sdk = typeof import('@aws-sdk/client-s3');

export interface S3Settings {
  bucket: string;
  /** Before each key: each service has its own. */
  prefix: string;
  region: string;
  /** Absent: AWS. */
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `endpoint/bucket/key` in place of `bucket.endpoint/key`. */
  forcePathStyle: boolean;
  /** Asked for with each object. Absent: what the bucket does by itself. */
  encryption?: 'AES256' | 'aws:kms';
}

const ATTEMPTS = 3;
const CONNECT_WITHIN_MS = 2_000;
/** Each reader of an object holds one for as long as it takes them. */
const CONNECTIONS = 512;

/** Loads the SDK, which costs a process some 20 MB and 130 ms: one without a bucket does without it. */
export async function connectS3(settings: S3Settings): Promise<{ sdk: S3Sdk; client: S3Client }> {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = settings;
  const agent = { keepAlive: true, maxSockets: CONNECTIONS };
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    // What is asked of a process is what its configuration says, and nothing that lies in a home folder.
    ignoreConfiguredEndpointUrls: true,
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: 0, throwOnRequestTimeout: true, httpAgent: agent, httpsAgent: agent },
  });
  return { sdk, client };
}
