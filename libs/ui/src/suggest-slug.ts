const LENGTH_LIMIT = 32;
const LENGTH_LEAST = 3;

/** A slug made of the Latin letters and digits of a name. Empty if there are too few, as in a Chinese name. */
export function suggestSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, LENGTH_LIMIT) : `${slug}-${word}`;
    if (longer.length > LENGTH_LIMIT) break;
    slug = longer;
  }
  return slug.length < LENGTH_LEAST ? '' : slug;
}
