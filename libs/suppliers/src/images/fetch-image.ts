import { AddressRefused } from '@shipyard/egress';
import { SupplierError } from '../contract/supplier-error';
import { AnswerTooLarge, type CallLimits, type SupplierAnswer, type SupplierHttp } from '../http/supplier-http';
import { MAX_IMAGE_BYTES } from './clean-image';
import { ImageUnreachable, ImageUnusable } from './image-errors';
import type { ImageMemoryShare } from '../contract/image-memory-share';
import { readWithinMemory } from './read-within-memory';

const MOST_REDIRECTS = 3;
const TIME_LIMIT_MS = 60_000;
const ATTEMPTS = 2;

/** Throws ImageUnusable if the URL is not allowed or not found, else ImageUnreachable. */
export async function fetchImage(
  http: SupplierHttp,
  address: string,
  { signal, deadlineAt, memory }: CallLimits & { memory: ImageMemoryShare },
): Promise<Buffer> {
  const limits = { signal, deadlineAt: Math.min(deadlineAt, performance.now() + TIME_LIMIT_MS) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readWithinMemory(await follow(http, address, limits, OF_SUPPLIERS), memory);
    } catch (error) {
      const failure = nameFailure(error);
      const isPassing = failure instanceof ImageUnreachable && failure.fault === 'failed';
      if (attempt === ATTEMPTS || !isPassing) throw failure;
    }
  }
}

export interface ImageRules {
  protocol: RegExp;
  mostBytes: number;
}

const OF_SUPPLIERS: ImageRules = { protocol: /^https?:$/, mostBytes: MAX_IMAGE_BYTES };

/** Each step goes through the client's guard, which checks the address that it connects to. */
export async function follow(
  http: SupplierHttp,
  address: string,
  limits: CallLimits,
  { protocol, mostBytes }: ImageRules,
): Promise<SupplierAnswer> {
  let next = toWebAddress(protocol, address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await http.getNamed(next, limits, mostBytes);
    if (answer.status === 200) return answer;
    answer.letGo();
    if (answer.status >= 500) throw new ImageUnreachable('failed', new Error(`Its host answered ${answer.status}`));
    if (answer.location === undefined) throw new ImageUnusable(`Its host answered ${answer.status}`);
    next = toWebAddress(protocol, answer.location, next);
  }
  throw new ImageUnusable('Its host redirects without end');
}

function toWebAddress(protocol: RegExp, address: string, base?: URL): URL {
  const url = URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
  if (!url || !protocol.test(url.protocol)) throw new ImageUnusable('It stands at no address of the web');
  return url;
}

function nameFailure(error: unknown): unknown {
  if (!(error instanceof SupplierError) || error instanceof ImageUnusable || error instanceof ImageUnreachable)
    return error;
  if (error instanceof AnswerTooLarge) return new ImageUnusable('It has too many bytes', error);
  if (error.cause instanceof AddressRefused)
    return new ImageUnusable('It stands at an address that must not be asked', error);
  return new ImageUnreachable(error.fault === 'timeout' ? 'timeout' : 'failed', error);
}
