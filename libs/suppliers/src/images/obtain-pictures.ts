import type { ImageJobCall, SupplierImage } from '../contract/supplier';
import { SupplierError } from '../contract/supplier-error';
import type { SupplierHttp } from '../http/supplier-http';
import { cleanPicture, MAX_PICTURE_BYTES } from './clean-picture';
import { fetchPicture } from './fetch-picture';
import { PictureUnreachable, PictureUnusable } from './picture-errors';

export interface AnsweredPicture {
  source: { url: string } | { base64: string };
  revisedPrompt: string | null;
}

export interface PictureAnswer {
  pictures: AnsweredPicture[];
  failures: SupplierError[];
}

type PictureLimits = Pick<ImageJobCall, 'signal' | 'deadlineAt' | 'room'>;

/** A request can order this many. The rest of an answer is ignored. */
const MOST_PICTURES = 10;
const MOST_REVISED_PROMPT = 32_000;
const MAX_BASE64_LENGTH = Math.ceil(MAX_PICTURE_BYTES / 3) * 4;

/** Returns at least one usable image. If there is none, throws one of the failures, PictureUnreachable first. */
export async function obtainPictures(
  http: SupplierHttp,
  { pictures, failures }: PictureAnswer,
  limits: PictureLimits,
): Promise<SupplierImage[]> {
  const images: SupplierImage[] = [];
  const reasons: SupplierError[] = [];
  const tried = pictures.slice(0, MOST_PICTURES).map((picture) => obtain(http, picture, limits));
  for (const outcome of await Promise.allSettled(tried)) {
    if (outcome.status === 'fulfilled') images.push(outcome.value);
    else if (outcome.reason instanceof SupplierError) reasons.push(outcome.reason);
    else throw outcome.reason;
  }
  if (images.length > 0) return images;
  throw (
    reasons.find((reason) => reason instanceof PictureUnreachable) ??
    reasons[0] ??
    failures[0] ??
    new PictureUnusable('The answer has none')
  );
}

async function obtain(
  http: SupplierHttp,
  { source, revisedPrompt }: AnsweredPicture,
  limits: PictureLimits,
): Promise<SupplierImage> {
  const bytes = 'url' in source ? await fetchPicture(http, source.url, limits) : decodeBase64(source.base64);
  return { ...(await cleanPicture(bytes)), revisedPrompt: revisedPrompt === null ? null : toStorable(revisedPrompt) };
}

/** Postgres cannot store U+0000 and lone surrogates. Null if nothing remains. */
const toStorable = (text: string) => text.slice(0, MOST_REVISED_PROMPT).replace(/[\u0000\p{Cs}]/gu, '') || null;

function decodeBase64(base64: string): Buffer {
  if (base64.length > MAX_BASE64_LENGTH) throw new PictureUnusable('It has too many bytes');
  return Buffer.from(base64, 'base64');
}
