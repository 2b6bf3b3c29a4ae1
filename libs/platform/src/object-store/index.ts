export { FolderStore } from './folder-store';
export {
  type FoundObject,
  LEFT_OVER,
  ObjectCorrupt,
  ObjectOvertaken,
  ObjectStore,
  ObjectStoreUnavailable,
  type StoredObject,
} from './object-store';
export { objectStoreSettings, openObjectStore, openStoreOf, STORE_KINDS, type StoreKind } from './open-object-store';
export type { S3Settings } from './s3-client';
export { S3Store } from './s3-store';
export { StorePair } from './store-pair';
