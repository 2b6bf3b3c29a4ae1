import path from 'node:path';
import { dataServer, flag, oneOf, optional, type Setting, text } from '../config';
import { FolderStore } from './folder-store';
import type { ObjectStore } from './object-store';
import type { S3Settings } from './s3-client';
import { S3Store } from './s3-store';
import { StorePair } from './store-pair';

export const STORE_KINDS = ['folder', 's3'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** Writes go to the first store. Reads fall back to the second. */
const ORDERS = {
  folder: ['folder'],
  s3: ['s3'],
  'folder,s3': ['folder', 's3'],
  's3,folder': ['s3', 'folder'],
} as const;
const CHOICES = ['folder', 's3', 'folder,s3', 's3,folder'] as const;
/** Any of these selects a bucket. */
const OF_A_BUCKET = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

export type ObjectStoreConfig = {
  readonly [Name in keyof ReturnType<typeof objectStoreSettings>]: ReturnType<
    typeof objectStoreSettings
  >[Name] extends Setting<infer Value>
    ? Value
    : never;
} & {
  readonly DATA_DIR: string;
};

/** A service stores its objects in a bucket if one is named, else in DATA_DIR. */
export function objectStoreSettings(environment: NodeJS.ProcessEnv) {
  const isSet = (name: string) => (environment[name] ?? '').trim() !== '';
  const isMeant = OF_A_BUCKET.filter(isSet).length > 0 || /s3/.test(environment.OBJECT_STORES ?? '');
  const ofBucket = <Value>(setting: Setting<Value>): Setting<Value | undefined> =>
    isMeant ? setting : optional(setting);
  return {
    OBJECT_STORES: oneOf(CHOICES, isSet('S3_BUCKET') ? 's3' : 'folder'),
    S3_BUCKET: ofBucket(bucketName()),
    S3_REGION: ofBucket(text('the region of the bucket; us-east-1 where the server has none')),
    S3_ENDPOINT: optional(
      dataServer(environment, { variable: 'S3_ALLOW_HTTP', isSet: environment.S3_ALLOW_HTTP?.trim() === '1' }),
    ),
    S3_ACCESS_KEY_ID: ofBucket(text('the id of an access key')),
    S3_SECRET_ACCESS_KEY: ofBucket(text('the secret of the access key')),
    S3_FORCE_PATH_STYLE: flag(false),
    /** Requested for each object. Defaults to the bucket's own setting. */
    S3_ENCRYPTION: optional(oneOf(['AES256', 'aws:kms'])),
    /** Allows http in production, for a private network. */
    S3_ALLOW_HTTP: flag(false),
  };
}

/** The two services share neither folder nor prefix. */
export async function openObjectStore(
  config: ObjectStoreConfig,
  service: 'submission' | 'gateway',
): Promise<ObjectStore> {
  const [first, second] = ORDERS[config.OBJECT_STORES];
  const store = await openStoreOf(first, config, service);
  return second === undefined ? store : new StorePair(store, await openStoreOf(second, config, service));
}

export function openStoreOf(
  kind: StoreKind,
  config: ObjectStoreConfig,
  service: 'submission' | 'gateway',
): Promise<ObjectStore> {
  if (kind === 'folder') return FolderStore.open(path.resolve(config.DATA_DIR, 'store', service));
  return S3Store.open(s3SettingsOf(config, service));
}

function s3SettingsOf(config: ObjectStoreConfig, service: string): S3Settings {
  const {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config;
  if (bucket === undefined || region === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('S3_BUCKET is not set');
  return {
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    prefix: `${service}/`,
    endpoint: config.S3_ENDPOINT,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    encryption: config.S3_ENCRYPTION,
  };
}

function bucketName(): Setting<string> {
  return {
    takes: 'the name of a bucket',
    parse: (value) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : undefined),
  };
}
