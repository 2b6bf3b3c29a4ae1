/** One form for a path, however it was written: a README's reference and the name of the part that brings the image meet in it. */
export type PathResult = { path: string } | { problem: string };

const DRIVE = /^[a-z]:/i;
const CONTROL = /\p{Cc}/u;

/** Of a reference: its query and fragment are ignored, and a leading `/` means the README's own root. */
export function referencePath(written: string): PathResult {
  return canonicalPath(written.replace(/[?#].*/su, '').replace(/^\/+/, ''));
}

/** Of a part's name. */
export function partPath(name: string): PathResult {
  const decoded = decodeOnce(name);
  if (decoded.startsWith('/')) return { problem: 'must not begin with /' };
  return canonicalPath(name);
}

function canonicalPath(written: string): PathResult {
  const decoded = decodeOnce(written).normalize('NFC');
  if (CONTROL.test(decoded)) return { problem: 'must not hold control characters' };
  if (DRIVE.test(decoded)) return { problem: 'must not be a path with a drive' };
  const segments = decoded.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return { problem: 'must not hold .. segments' };
  return segments.length === 0 ? { problem: 'must not be empty' } : { path: segments.join('/') };
}

/** What is no valid percent-encoding stands for itself: `50%.png` is a name. */
function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
