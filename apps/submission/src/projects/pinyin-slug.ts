import { suggestSlug } from '@shipyard/ui/suggest-slug';

const HAN = /\p{Script=Han}/u;

/** A slug made of a name: of its Latin letters if they suffice, else with Chinese characters in pinyin. Empty if neither do. */
export async function slugOfName(name: string): Promise<string> {
  const latin = suggestSlug(name);
  if (latin !== '' || !HAN.test(name)) return latin;
  // Not at the start of the process: it takes 0.1 s and 4 MB to read the dictionary.
  const { pinyin } = await import('pinyin-pro');
  return suggestSlug(pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).join(' '));
}
