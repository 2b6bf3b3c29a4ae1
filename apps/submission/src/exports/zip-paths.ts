const NAME_BYTES = 100;
/** Windows keeps these names for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/;
const PATH_BYTES = 200;

/** Makes a part of a file name that every system accepts: lower-case letters and digits of any script, and hyphens. */
export function fileWords(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const cut = cutBytes(words, NAME_BYTES)
    .split('-')
    .filter((word) => word !== '');
  return cut.length === 0 ? 'untitled' : cut.join('-');
}

/** A slug may be the name of a device, and no slug has an underscore. */
export const projectFolder = (slug: string) => `projects/${DEVICE.test(slug) ? `${slug}_` : slug}`;

/** `logs/0007-first-light.md`. The sequence makes it unique in its project. */
export const logPath = (sequence: string, title: string) => `logs/${sequence.padStart(4, '0')}-${fileWords(title)}.md`;

export const imagePath = (assetId: string, extension: string) => `images/${assetId}.${extension}`;

/**
 * Gives each image of a README the place that the README names, so that its references open. An image whose place is not
 * safe on every system, or is taken, stays in `images/`. Returns the place by asset; a later path of the same image is
 * left out.
 */
export function placeReadmeImages(
  images: { path: string; asset_id: string; extension: string }[],
): Map<string, { path: string; isWhereNamed: boolean }> {
  const taken = new Set<string>();
  const places = new Map<string, { path: string; isWhereNamed: boolean }>();
  for (const { path, asset_id: assetId, extension } of images) {
    if (places.get(assetId)?.isWhereNamed) continue;
    const isFree = isSafePath(path) && !collides(path, taken);
    if (isFree) taken.add(path.toLowerCase());
    places.set(
      assetId,
      isFree ? { path, isWhereNamed: true } : { path: imagePath(assetId, extension), isWhereNamed: false },
    );
  }
  return places;
}

/** Folders and files that an export itself writes are never named by a README. Its other files in `images/` may be. */
const OURS =
  /^logs(?:\/|$)|^images(?:$|\/[0-9a-f-]{36}\.)|^(?:readme\.md|interview\.md|review\.json|project\.json)(?:\/|$)/;

export function isSafePath(path: string): boolean {
  if (Buffer.byteLength(path) > PATH_BYTES || OURS.test(path.toLowerCase())) return false;
  return path.split('/').every(isSafeSegment);
}

function isSafeSegment(segment: string): boolean {
  if (!/^[\p{L}\p{M}\p{N}._ ()-]+$/u.test(segment) || Buffer.byteLength(segment) > NAME_BYTES) return false;
  if (segment.startsWith(' ') || segment.endsWith(' ') || segment.endsWith('.')) return false;
  return segment.normalize('NFC') === segment && !DEVICE.test(segment.toLowerCase());
}

/** A file cannot be a folder too, and Windows and macOS do not tell upper from lower case. */
function collides(path: string, taken: ReadonlySet<string>): boolean {
  const wanted = path.toLowerCase();
  if (taken.has(wanted)) return true;
  const folders = wanted.split('/').slice(0, -1);
  if (folders.some((_, at) => taken.has(folders.slice(0, at + 1).join('/')))) return true;
  return [...taken].some((other) => other.startsWith(`${wanted}/`));
}

function cutBytes(text: string, limit: number): string {
  let bytes = 0;
  let cut = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    cut += character;
  }
  return cut;
}
