import type { ImageJobCall, SupplierImage } from '../contract/supplier';
import { SupplierError } from '../contract/supplier-error';
import type { SupplierHttp } from '../http/supplier-http';
import { cleanImage, MAX_IMAGE_BYTES } from './clean-image';
import { fetchImage } from './fetch-image';
import { ImageUnreachable, ImageUnusable } from './image-errors';

export interface AnsweredImage {
  source: { url: string } | { base64: string };
  revisedPrompt: string | null;
}

export interface ImageAnswer {
  images: AnsweredImage[];
  failures: SupplierError[];
}

type ImageLimits = Pick<ImageJobCall, 'signal' | 'deadlineAt' | 'memory'>;

/** A request can order this many. The rest of an answer is ignored. */
const MOST_IMAGES = 10;
const MOST_REVISED_PROMPT = 32_000;
const MAX_BASE64_LENGTH = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

/** Returns at least one usable image. If there is none, throws one of the failures, ImageUnreachable first. */
export async function obtainImages(
  http: SupplierHttp,
  { images, failures }: ImageAnswer,
  limits: ImageLimits,
): Promise<SupplierImage[]> {
  const usable: SupplierImage[] = [];
  const reasons: SupplierError[] = [];
  const tried = images.slice(0, MOST_IMAGES).map((image) => obtain(http, image, limits));
  for (const outcome of await Promise.allSettled(tried)) {
    if (outcome.status === 'fulfilled') usable.push(outcome.value);
    else if (outcome.reason instanceof SupplierError) reasons.push(outcome.reason);
    else throw outcome.reason;
  }
  if (usable.length > 0) return usable;
  throw (
    reasons.find((reason) => reason instanceof ImageUnreachable) ??
    reasons[0] ??
    failures[0] ??
    new ImageUnusable('The answer has none')
  );
}

async function obtain(
  http: SupplierHttp,
  { source, revisedPrompt }: AnsweredImage,
  limits: ImageLimits,
): Promise<SupplierImage> {
  const bytes = 'url' in source ? await fetchImage(http, source.url, limits) : decodeBase64(source.base64);
  return { ...(await cleanImage(bytes)), revisedPrompt: revisedPrompt === null ? null : toStorable(revisedPrompt) };
}

/** Postgres cannot store U+0000 and lone surrogates. Null if nothing remains. */
const toStorable = (text: string) => text.slice(0, MOST_REVISED_PROMPT).replace(/[\u0000\p{Cs}]/gu, '') || null;

function decodeBase64(base64: string): Buffer {
  if (base64.length > MAX_BASE64_LENGTH) throw new ImageUnusable('It has too many bytes');
  return Buffer.from(base64, 'base64');
}
