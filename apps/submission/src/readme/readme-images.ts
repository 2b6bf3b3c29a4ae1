import { inputInvalid, type RequestFault } from '@shipyard/http';
import type { ImageReference } from '../markdown/markdown-document';

/** The images that a README refers to, compared with the uploaded parts. */
export interface ReadmeImages {
  /** Paths of parts that the README refers to. */
  paths: ReadonlySet<string>;
  /** Relative images without a part, as written, without duplicates. */
  missing: string[];
  /** Paths of parts that the README does not refer to. */
  unused: string[];
  /** Extensions by asset id, for the assets named by file id. */
  storedIds: ReadonlyMap<string, string>;
  /** The first path or file id that is always invalid. The caller throws it after it has checked the images' bytes. */
  refusal: RequestFault | null;
}

/** Compares a README's images with the uploaded parts. `field` names the README in errors. */
export function planImages(field: string, images: ImageReference[], sent: ReadonlySet<string>, projectId: string): ReadmeImages {
  const paths = new Set<string>();
  const missing = new Set<string>();
  const storedIds = new Map<string, string>();
  let refusal: RequestFault | null = null;
  for (const { written, target } of images) {
    if (target.kind === 'invalid') refusal ??= inputInvalid(field, `has an image whose path ${target.problem}: ${written}`);
    if (target.kind === 'relative') {
      if (sent.has(target.path)) paths.add(target.path);
      else missing.add(written);
    }
    if (target.kind === 'stored') {
      if (target.projectId !== projectId || target.assetId === null || target.extension === null) {
        refusal ??= inputInvalid(field, `refers to an image that this project does not have: ${target.fileId}`);
      } else storedIds.set(target.assetId, target.extension);
    }
  }
  return { paths, missing: [...missing], unused: [...sent].filter((path) => !paths.has(path)), storedIds, refusal };
}
