import type { S3Client } from '@aws-sdk/client-s3';

export type S3Sdk = typeof import('@aws-sdk/client-s3');

export interface S3Settings {
  bucket: string;
  prefix: string;
  region: string;
  endpoint?: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Uses `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  forcePathStyle: boolean;
  encryption?: 'AES256' | 'aws:kms';
}

const ATTEMPTS = 3;
const CONNECT_WITHIN_MS = 2_000;
/** Each reader of an object holds one for as long as it reads. */
const CONNECTIONS = 512;

/** Loads the SDK only if there is a bucket, because it costs about 20 MB and 130 ms. */
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
    // The SDK would otherwise take an endpoint from files in the home folder.
    ignoreConfiguredEndpointUrls: true,
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      socketTimeout: 0,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { sdk, client };
}
