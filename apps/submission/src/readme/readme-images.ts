import { inputInvalid, type RequestFault } from '@shipyard/http';
import type { ImageReference } from '../markdown/markdown-document';

/** What a README's images ask for. */
export interface ReadmeImages {
  /** Paths of parts that it refers to. */
  paths: ReadonlySet<string>;
  /** Relative images without a part, as they are written, each once. */
  missing: string[];
  /** Paths of parts that it does not refer to. */
  unused: string[];
  /** Extensions by the ids of assets that it names by file id. */
  storedIds: ReadonlyMap<string, string>;
  /** The first path or file id that can never be right. Whoever plans has to throw it once the images' bytes were looked at. */
  refusal: RequestFault | null;
}

/** Holds a README's images against the parts that came with it. `field` names the README in a refusal. */
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
