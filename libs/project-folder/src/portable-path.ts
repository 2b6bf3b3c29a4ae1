import { isProjectFile } from './check-project';

const NAME_LIMIT_BYTES = 255;
const PATH_LIMIT_BYTES = 1024;
/** Windows takes none of these in a name. */
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]/u;
/** Names that Windows keeps for its devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?: *\.|$)/i;

/** Whether every system can have a file or folder of this name. */
export function isPortableName(name: string): boolean {
  return (
    name !== '' &&
    name !== '..' &&
    !/[. ]$/.test(name) &&
    !FORBIDDEN.test(name) &&
    !DEVICE.test(name) &&
    Buffer.byteLength(name) <= NAME_LIMIT_BYTES
  );
}

/** Whether every system can have an image by this path in the folder of a project, and a sync finds it there. */
export function isPortableImagePath(path: string): boolean {
  return (
    isProjectFile(path) &&
    !/\.(?:md|yaml)$/i.test(path) &&
    Buffer.byteLength(path) <= PATH_LIMIT_BYTES &&
    path.normalize('NFC') === path &&
    path.split('/').every(isPortableName)
  );
}

/** The paths of a folder that is being filled. Mac and Windows take names that differ only in case for one name. */
export class TakenPaths {
  private readonly files = new Set<string>();
  private readonly folders = new Set<string>();

  /** Returns false if another file has the path, or one of its folders, already. */
  take(path: string): boolean {
    const key = foldedPath(path);
    const names = key.split('/');
    const folders = names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
    if (this.files.has(key) || this.folders.has(key) || folders.some((folder) => this.files.has(folder))) return false;
    this.files.add(key);
    for (const folder of folders) this.folders.add(folder);
    return true;
  }
}

/** Both mappings are needed: `ſ` and `s`, or `ß` and `ẞ`, meet in one of them only. */
const foldedPath = (path: string): string => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
