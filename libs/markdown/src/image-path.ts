/** The normalized form of a path. It matches a README's reference with the name of the part that uploads the image. */
export type PathResult = { path: string } | { problem: string };

const DRIVE = /^[a-z]:/i;
const CONTROL = /\p{Cc}/u;

/** Ignores query and fragment, and reads a leading `/` as the README's root. */
export function referencePath(written: string): PathResult {
  return canonicalPath(written.replace(/[?#].*/su, '').replace(/^\/+/, ''));
}

/** Reads a path relative to a folder, from which `..` may lead out but not out of the root. */
export function pathFrom(folder: string, written: string): PathResult {
  const address = written.replace(/[?#].*/su, '').trim();
  const path = address.startsWith('/') ? [] : folder.split('/').filter((segment) => segment !== '');
  for (const segment of decodeOnce(address).split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') path.push(segment);
    else if (path.pop() === undefined) return { problem: 'must not lead out of the project' };
  }
  return canonical(path.join('/'));
}

/** The name of a part that `partPath` reads as this path. */
export const partName = (path: string): string => path.replaceAll('%', '%25');

export function partPath(name: string): PathResult {
  const decoded = decodeOnce(name);
  if (decoded.startsWith('/')) return { problem: 'must not begin with /' };
  return canonicalPath(name);
}

const canonicalPath = (written: string): PathResult => canonical(decodeOnce(written));

function canonical(path: string): PathResult {
  const decoded = path.normalize('NFC');
  if (CONTROL.test(decoded)) return { problem: 'must not contain control characters' };
  if (DRIVE.test(decoded)) return { problem: 'must not contain a drive letter' };
  const segments = decoded.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return { problem: 'must not contain .. segments' };
  return segments.length === 0 ? { problem: 'must not be empty' } : { path: segments.join('/') };
}

/** Leaves invalid percent-encoding as it is: `50%.png` is a valid name. */
function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
