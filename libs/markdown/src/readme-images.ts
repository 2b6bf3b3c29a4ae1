import type { ImageReference } from './markdown-document';

export interface ReadmeImages {
  paths: ReadonlySet<string>;
  missing: string[];
  unused: string[];
  storedIds: ReadonlyMap<string, string>;
  /** Paths and file ids that are always invalid. The caller throws the first after it has checked the images' bytes. */
  refusals: ImageRefusal[];
}

export interface ImageRefusal {
  kind: 'path' | 'foreign';
  written: string;
  message: string;
}

export function planImages(images: ImageReference[], sent: ReadonlySet<string>, projectId: string): ReadmeImages {
  const paths = new Set<string>();
  const missing = new Set<string>();
  const storedIds = new Map<string, string>();
  const refusals: ImageRefusal[] = [];
  for (const { written, target } of images) {
    if (target.kind === 'invalid')
      refusals.push({ kind: 'path', written, message: `has an image whose path ${target.problem}: ${written}` });
    if (target.kind === 'relative') {
      if (sent.has(target.path)) paths.add(target.path);
      else missing.add(written);
    }
    if (target.kind === 'stored') {
      if (target.projectId !== projectId || target.assetId === null || target.extension === null) {
        refusals.push({ kind: 'foreign', written, message: foreignImage(target.fileId) });
      } else storedIds.set(target.assetId, target.extension);
    }
  }
  return { paths, missing: [...missing], unused: [...sent].filter((path) => !paths.has(path)), storedIds, refusals };
}

export const foreignImage = (named: string) => `refers to an image that this project does not have: ${named}`;
