import type { FakeAnswer, SupplierBehaviour } from './fake-behaviour';
import type { FakePictureBytes } from './fake-pictures';

/**
 * How a fake image supplier handles one call. It has accepted the purchase if it answers, resets, stalls or answers
 * with a page.
 */
export type ImageBehaviour = FakeImageAnswer | Exclude<SupplierBehaviour, FakeAnswer> | { kind: 'moderated' };

export interface FakeImageAnswer {
  kind: 'answer';
  /** Delays the answer, or the end of the task, until this resolves. */
  after?: Promise<void>;
  /** The time from the purchase to the answer or the end of the task. */
  takesMs?: number;
  /** Default: the requested number of valid PNGs. */
  pictures?: FakePicture[];
  /** For protocols with such a field. */
  revisedPrompt?: string;
  /** Default: as requested, or the protocol's usual form. */
  as?: 'url' | 'b64_json';
  /** For a task: how many polls find it unfinished. Default: one. */
  unfinishedPolls?: number;
  /** How a task ends. Default: SUCCEEDED. */
  ends?: 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
  /** For a failed task. */
  code?: string;
}

export interface FakePicture {
  /** Default: a PNG. */
  bytes?: FakePictureBytes;
  /** Default: a URL of the supplier's own that answers at once. */
  host?: FakePictureHost;
  /** The reason why it was not generated. */
  refused?: 'content' | 'fault';
}

/**
 * How an image's URL behaves: with a redirect, endless redirects, a redirect to a forbidden address, a forbidden
 * address itself, a malformed URL, too many bytes, 503 or a broken connection the first time, 503 each time, 403, or no
 * answer.
 */
export type FakePictureHost =
  | 'redirect' | 'redirect_loop' | 'redirect_private' | 'private' | 'file' | 'endless' | 'busy_once' | 'cut_once' | 'busy' | 'gone' | 'stall';
