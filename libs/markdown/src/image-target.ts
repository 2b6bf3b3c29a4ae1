import { ANY_EXTENSION } from '@shipyard/contracts';
import { referencePath } from './image-path';

export type ImageTarget =
  | { kind: 'relative'; path: string }
  /** An asset by its file id. `assetId` is null if the file id is malformed. */
  | { kind: 'stored'; fileId: string; projectId: string | null; assetId: string | null; extension: string | null }
  | { kind: 'remote'; url: string }
  | { kind: 'insecure'; url: string }
  | { kind: 'dropped' }
  | { kind: 'invalid'; problem: string };

/** Null if it cannot be our image. A path has no empty segment, so keys of different kinds never collide. */
export function imageKey(target: ImageTarget): string | null {
  if (target.kind === 'relative') return target.path;
  if (target.kind === 'remote') return target.url.split('#', 1)[0] ?? null;
  return target.kind === 'stored' ? target.fileId : null;
}

/** Shows an image in one color scheme only, as on GitHub. */
export const MODE_FRAGMENT = /#gh-(?:dark|light)-mode-only$/;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
// One letter may also be a drive on the author's computer.
const DRIVE = /^[a-z]:[/\\]/i;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE_ID = new RegExp(`^cloud://(${UUID})/(${UUID})\\.(${ANY_EXTENSION})$`);

export interface NamedAsset {
  projectId: string;
  assetId: string;
  extension: string;
}

export function parseFileId(text: string): NamedAsset | null {
  const [, projectId, assetId, extension] = FILE_ID.exec(text) ?? [];
  return projectId && assetId && extension ? { projectId, assetId, extension } : null;
}

export function imageTarget(written: string): ImageTarget {
  // Browsers remove these characters before they parse a URL.
  const address = written.replace(/[\t\n\r]/g, '').trim();
  if (/^cloud:\/\//i.test(address)) {
    const fileId = address.replace(MODE_FRAGMENT, '');
    return {
      kind: 'stored',
      fileId,
      ...(parseFileId(fileId) ?? { projectId: null, assetId: null, extension: null }),
    };
  }
  if (/^https?:\/\//i.test(address)) {
    if (!URL.canParse(address)) return { kind: 'dropped' };
    return { kind: /^https:/i.test(address) ? 'remote' : 'insecure', url: address };
  }
  // Browsers read \ as / at the start of a URL.
  if (/^[/\\]{2}/.test(address)) return { kind: 'dropped' };
  if (SCHEME.test(address) && !DRIVE.test(address)) return { kind: 'dropped' };
  if (/^(?:$|[?#])/.test(address)) return { kind: 'dropped' };
  const result = referencePath(address);
  return 'path' in result ? { kind: 'relative', path: result.path } : { kind: 'invalid', problem: result.problem };
}
