/**
 * Characters that nobody sees: controls other than tab and line end, formats (zero-width, bidirectional, tags, soft hyphen), fillers, and the
 * selectors of variants, in which whole texts have been hidden. Those that make an emoji of a sign go with them, and the sign stays.
 */
const INVISIBLE = /(?![\t\n])\p{Cc}|\p{Cf}|\p{Cs}|\u034F|[\u115F\u1160\u17B4\u17B5\u2028\u2029\u3164\uFFA0]|\p{Variation_Selector}/gu;

/** A text without them. */
export const withoutInvisible = (text: string) => text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '');

/** Of these an honest text has no use: they reorder what is read, or spell a text of their own. */
const SMUGGLING = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]/u;
/** An emoji or a script may need one; no word needs several in a row. */
const ZERO_WIDTH_RUN = /[\u200B-\u200F\u2060-\u2064\uFEFF\u115F\u1160\u3164\uFFA0]{2,}|[A-Za-z][\u200B\u2060\uFEFF\u00AD\u034F][A-Za-z]/;

/** The place at which a text hides something in such characters, or null. */
export function hiddenAt(text: string): number | null {
  const places = [SMUGGLING.exec(text)?.index, ZERO_WIDTH_RUN.exec(text)?.index].filter((place) => place !== undefined);
  return places.length > 0 ? Math.min(...places) : null;
}
