import type { FakeAnswer, SupplierBehavior } from './fake-behavior';
import type { FakeImageBytes } from './fake-images';

/** The fake has accepted the purchase if it answers, resets, stalls or answers with a page. */
export type ImageBehavior = FakeImageAnswer | Exclude<SupplierBehavior, FakeAnswer> | { kind: 'moderated' };

export interface FakeImageAnswer {
  kind: 'answer';
  after?: Promise<void>;
  takesMs?: number;
  images?: FakeImage[];
  revisedPrompt?: string;
  as?: 'url' | 'b64_json';
  unfinishedPolls?: number;
  ends?: 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
  code?: string;
}

export interface FakeImage {
  bytes?: FakeImageBytes;
  host?: FakeImageHost;
  refused?: 'content' | 'fault';
}

/** Redirects, bad URLs, too many bytes, 503 or a broken connection (once or each time), 403, or silence. */
export type FakeImageHost =
  | 'redirect'
  | 'redirect_loop'
  | 'redirect_private'
  | 'private'
  | 'file'
  | 'endless'
  | 'busy_once'
  | 'cut_once'
  | 'busy'
  | 'gone'
  | 'stall';
