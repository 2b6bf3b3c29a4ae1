import type { SuspectPassage, WrittenText } from '../text/written-text';
import { signsIn } from '../model/instruction-signs';
import type { ReviewFlag } from './review.entity';

const FLAGS_LIMIT = 50;
const TITLE_LENGTH = 80;
const GROUP_LENGTH = 8_192;
const REPORT = { least: 12, most: 300 };

export async function flagTexts(
  texts: readonly WrittenText[],
  flagOne: (text: WrittenText) => Promise<SuspectPassage[]>,
): Promise<ReviewFlag[]> {
  const flags: ReviewFlag[] = [];
  for (const text of texts) {
    if (flags.length < FLAGS_LIMIT) flags.push(...(await flagOne(text)));
  }
  return flags.slice(0, FLAGS_LIMIT);
}

/** At most one of each kind (for a README, one per section). Takes about a second per mebibyte. */
export function flagText({ where, written, visible }: WrittenText): SuspectPassage[] {
  const places: SuspectPassage[] = [];
  for (const group of where === 'README' ? groupsOf(partsOf(written)) : [[{ where, text: written }]]) {
    // Most texts have no signs, and a README can have too many sections to check one by one.
    if (
      places.length >= FLAGS_LIMIT ||
      (group.length > 1 && signsIn(group.map(({ text }) => text).join('')).length === 0)
    )
      continue;
    for (const part of group) places.push(...signsIn(part.text).map((sign) => ({ ...sign, where: part.where })));
  }
  const isHidden = visible !== undefined && places.some(isInstruction) && !signsIn(visible).some(isInstruction);
  return places.map((place) => (isHidden && isInstruction(place) ? { ...place, kind: 'hidden_instruction' } : place));
}

const isInstruction = ({ kind }: Pick<SuspectPassage, 'kind'>) => kind === 'instruction';

export function withReported(
  flags: ReviewFlag[],
  reported: readonly { where: string; excerpt: string }[],
  texts: readonly WrittenText[],
): ReviewFlag[] {
  const lines = texts.map(({ written }) => oneLine(written));
  const real = reported.flatMap(({ where, excerpt }): ReviewFlag[] => {
    const quoted = [...oneLine(excerpt)].slice(0, REPORT.most).join('');
    return quoted.length >= REPORT.least && lines.some((line) => line.includes(quoted))
      ? [{ kind: 'reported', where, excerpt: quoted }]
      : [];
  });
  return [...flags, ...real].slice(0, FLAGS_LIMIT);
}

interface Part {
  where: string;
  text: string;
}

function groupsOf(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let length = GROUP_LENGTH;
  for (const part of parts) {
    if (length >= GROUP_LENGTH) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(part);
    length += part.text.length;
  }
  return groups;
}

function partsOf(readme: string): Part[] {
  const parts: Part[] = [{ where: 'README', text: '' }];
  for (const line of readme.split(/(?<=\n)/)) {
    const title = titleIn(line);
    if (title !== '') parts.push({ where: `README section "${[...title].slice(0, TITLE_LENGTH).join('')}"`, text: '' });
    const part = parts.at(-1);
    if (part) part.text += line;
  }
  return parts;
}

function titleIn(line: string): string {
  const [mark] = /^ {0,3}#{1,6}[ \t]/.exec(line) ?? [];
  return mark === undefined
    ? ''
    : line
        .slice(mark.length)
        .replace(/(?<![\s#])[\s#]+$/, '')
        .trimStart();
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
