import { inputInvalid, type RequestFault } from '@shipyard/http';
import type { ImageReference } from '../markdown/markdown-document';

export interface ReadmeImages {
  paths: ReadonlySet<string>;
  missing: string[];
  unused: string[];
  storedIds: ReadonlyMap<string, string>;
  /** The first path or file id that is always invalid. The caller throws it after it has checked the images' bytes. */
  refusal: RequestFault | null;
}

export function planImages(
  field: string,
  images: ImageReference[],
  sent: ReadonlySet<string>,
  projectId: string,
): ReadmeImages {
  const paths = new Set<string>();
  const missing = new Set<string>();
  const storedIds = new Map<string, string>();
  let refusal: RequestFault | null = null;
  for (const { written, target } of images) {
    if (target.kind === 'invalid')
      refusal ??= inputInvalid(field, `has an image whose path ${target.problem}: ${written}`);
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
