import { Inject, Injectable } from '@nestjs/common';
import { isSigned, signFile } from '@shipyard/auth';
import { CONFIG, type HttpConfig, publicUrlOf, type WorkerConfig } from '../config';
import { type AssetUrlOf, assetUrl, type ProjectUrls } from './asset-urls';

const WINDOW_SECONDS = 60 * 60;

/** The worker listens nowhere, and its public URL is always set. */
type UrlConfig = Pick<HttpConfig | WorkerConfig, 'URL_SIGNING_KEYS' | 'SUBMISSION_PUBLIC_URL'> &
  Partial<Pick<HttpConfig, 'SUBMISSION_PORT'>>;

/** Browsers cannot send a token with an image, so signed URLs open a private project's images for a limited time. */
@Injectable()
export class AssetUrlsService {
  constructor(@Inject(CONFIG) private readonly config: UrlConfig) {}

  urlsOf(isPrivate: boolean): ProjectUrls {
    const { SUBMISSION_PUBLIC_URL, SUBMISSION_PORT = 0 } = this.config;
    const site = publicUrlOf({ SUBMISSION_PUBLIC_URL, SUBMISSION_PORT });
    return { imageOf: this.of(isPrivate), pageOf: (slug) => `${site}/projects/${slug}` };
  }

  of(isPrivate: boolean): AssetUrlOf {
    return isPrivate ? (assetId, extension) => this.sign(assetId, extension) : assetUrl;
  }

  /** Changes when the same images get other URLs. */
  version(isPrivate: boolean): string {
    return isPrivate ? this.sign('version', '') : '';
  }

  /** Valid for one to two hours. URLs of the same hour are equal, so that clients can revalidate. */
  sign(assetId: string, extension: string, now = Date.now()): string {
    const expires = String((Math.floor(now / 1_000 / WINDOW_SECONDS) + 2) * WINDOW_SECONDS);
    const signature = signFile({ fileId: assetId, extension, expires }, this.config.URL_SIGNING_KEYS);
    return `${assetUrl(assetId, extension)}?expires=${expires}&signature=${encodeURIComponent(signature)}`;
  }

  secondsLeft(assetId: string, extension: string, { expires, signature }: SentSignature, now = Date.now()): number {
    if (typeof expires !== 'string' || typeof signature !== 'string') return 0;
    if (!isSigned({ fileId: assetId, extension, expires }, signature, this.config.URL_SIGNING_KEYS)) return 0;
    return Math.max(0, Math.floor(Number(expires) - now / 1_000));
  }
}

export interface SentSignature {
  expires: unknown;
  signature: unknown;
}
