/** They can hide whole texts. An emoji without its variation selector keeps its base character. */
const INVISIBLE =
  /(?![\t\n])\p{Cc}|\p{Cf}|\p{Cs}|\u034F|[\u115F\u1160\u17B4\u17B5\u2028\u2029\u3164\uFFA0]|\p{Variation_Selector}/gu;

export const withoutInvisible = (text: string) => text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '');

/** They reorder or hide text. Honest texts do not need them. */
const SMUGGLING = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]/u;
const ZERO_WIDTH_RUN =
  /[\u200B-\u200F\u2060-\u2064\uFEFF\u115F\u1160\u3164\uFFA0]{2,}|[A-Za-z][\u200B\u2060\uFEFF\u00AD\u034F][A-Za-z]/;

export function hiddenAt(text: string): number | null {
  const places = [SMUGGLING.exec(text)?.index, ZERO_WIDTH_RUN.exec(text)?.index].filter((place) => place !== undefined);
  return places.length > 0 ? Math.min(...places) : null;
}
