import { ANY_EXTENSION } from '../uploads/image-extension';
import { referencePath } from './image-path';

/** What an image's address in a document stands for. */
export type ImageTarget =
  /** A part of the same request, by its path. */
  | { kind: 'relative'; path: string }
  /** An asset by its file id; `assetId` is null where it is no file id at all. */
  | { kind: 'stored'; fileId: string; projectId: string | null; assetId: string | null; extension: string | null }
  /** Elsewhere, over https. */
  | { kind: 'remote'; url: string }
  /** Elsewhere, over http: shown as a link. */
  | { kind: 'insecure'; url: string }
  /** Any other scheme, or none that can be trusted. */
  | { kind: 'dropped' }
  /** A relative path that is not acceptable. */
  | { kind: 'invalid'; problem: string };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
// One letter may also be a disk of the author's.
const DRIVE = /^[a-z]:[/\\]/i;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const FILE_ID = new RegExp(`^cloud://(${UUID})/(${UUID})\\.(${ANY_EXTENSION})$`);

/** An asset as `cloud://<project id>/<asset id>.<extension>` names it. */
export interface NamedAsset {
  projectId: string;
  assetId: string;
  extension: string;
}

/** Null for a text that is no file id. */
export function parseFileId(text: string): NamedAsset | null {
  const [, projectId, assetId, extension] = FILE_ID.exec(text) ?? [];
  return projectId && assetId && extension ? { projectId, assetId, extension } : null;
}

export function imageTarget(written: string): ImageTarget {
  // Browsers drop these before they look at an address.
  const address = written.replace(/[\t\n\r]/g, '').trim();
  if (/^cloud:\/\//i.test(address)) {
    return { kind: 'stored', fileId: address, ...(parseFileId(address) ?? { projectId: null, assetId: null, extension: null }) };
  }
  if (/^https?:\/\//i.test(address)) {
    if (!URL.canParse(address)) return { kind: 'dropped' };
    return { kind: /^https:/i.test(address) ? 'remote' : 'insecure', url: address };
  }
  // A browser takes \ for / at the start of an address.
  if (/^[/\\]{2}/.test(address)) return { kind: 'dropped' };
  if (SCHEME.test(address) && !DRIVE.test(address)) return { kind: 'dropped' };
  if (/^(?:$|[?#])/.test(address)) return { kind: 'dropped' };
  const result = referencePath(address);
  return 'path' in result ? { kind: 'relative', path: result.path } : { kind: 'invalid', problem: result.problem };
}
