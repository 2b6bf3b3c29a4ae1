import { isSigned, signFile } from '@shipyard/auth';
import type { KeyRing } from '@shipyard/platform/sealing';
import { imageErrors } from '../images.errors';

export interface FileLink {
  fileId: string;
  extension: string;
  untilMs: number;
}

const NAME = /^([0-9a-f-]{36})\.([a-z]{3,4})$/;
const SECONDS = /^\d{1,12}$/;

export function signedPath(fileId: string, extension: string, untilSecond: number, ring: KeyRing): string {
  const expires = String(untilSecond);
  const signature = signFile({ fileId, extension, expires }, ring);
  return `/v1/files/${fileId}.${extension}?expires=${expires}&signature=${encodeURIComponent(signature)}`;
}

/** Throws file_not_found unless the URL is exactly what was signed, and file_expired after its end. */
export function readFileLink(
  name: string,
  { expires, signature }: Record<'expires' | 'signature', unknown>,
  ring: KeyRing,
  nowMs: number,
): FileLink {
  const [, fileId, extension] = NAME.exec(name) ?? [];
  if (fileId === undefined || extension === undefined || typeof expires !== 'string' || typeof signature !== 'string')
    throw imageErrors.file_not_found();
  if (!SECONDS.test(expires) || !isSigned({ fileId, extension, expires }, signature, ring))
    throw imageErrors.file_not_found();
  const untilMs = Number(expires) * 1_000;
  if (nowMs >= untilMs) throw imageErrors.file_expired();
  return { fileId, extension, untilMs };
}
