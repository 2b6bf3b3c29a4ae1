import type { FakeAnswer, SupplierBehaviour } from './fake-behaviour';
import type { FakePictureBytes } from './fake-pictures';

/** What a fake supplier of pictures does with one call. Of a call that it answers, resets, stalls or answers with a page it has accepted the purchase. */
export type ImageBehaviour = FakeImageAnswer | Exclude<SupplierBehaviour, FakeAnswer> | { kind: 'moderated' };

export interface FakeImageAnswer {
  kind: 'answer';
  /** Answers, or ends its task, when this has come. */
  after?: Promise<void>;
  /** Answers, or ends its task, so long after the purchase. */
  takesMs?: number;
  /** Left out: as many as were asked for, each a PNG that is as it should be. */
  pictures?: FakePicture[];
  /** Where the protocol has a place for it. */
  revisedPrompt?: string;
  /** Left out: as it was asked for, or as the protocol has it. */
  as?: 'url' | 'b64_json';
  /** Of a task: how often it is asked after before it has ended; left out: once. */
  unfinishedPolls?: number;
  /** Of a task: how it ends; left out: SUCCEEDED. */
  ends?: 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'UNKNOWN';
  /** Of a task that failed. */
  code?: string;
}

export interface FakePicture {
  /** Left out: a PNG. */
  bytes?: FakePictureBytes;
  /** Left out: at an address of the supplier's own, at once. */
  host?: FakePictureHost;
  /** It was not drawn, for this reason. */
  refused?: 'content' | 'fault';
}

/**
 * How a picture's address answers: after a redirect, with redirects without end, with a redirect to an address that nobody may go to, with such an
 * address itself, with no address of the web, with more bytes than anybody wants, with 503 or a broken connection the first time, with 503 each time,
 * with 403, or never.
 */
export type FakePictureHost =
  | 'redirect' | 'redirect_loop' | 'redirect_private' | 'private' | 'file' | 'endless' | 'busy_once' | 'cut_once' | 'busy' | 'gone' | 'stall';
