import sharp, { type OverlayOptions } from 'sharp';
import { MARGIN, OG_HEIGHT, OG_WIDTH, PICTURE } from './og-layout';
import { escapeXml } from './og-fonts';
import { clipped, drawable, hasHan, type IsCovered, widthInLetters } from '@shipyard/pdf/fonts';

// The service has other work, and nothing is drawn twice.
sharp.concurrency(1);
sharp.cache(false);

/** What is drawn: a project, or a page that shows projects. Texts are as people wrote them. */
export interface OgImage {
  /** Drawn if our fonts lack a letter of the name. */
  slug: string;
  name: string;
  tagline: string;
  /** Empty for what no one person made. */
  maker: string;
  /** Empty if the account was deleted. */
  makerHandle: string;
  program: string;
  programId: string;
  /** The tape has as many ticks. */
  count: number;
  counted: 'logs' | 'projects';
  colors: { wall: string; ink: string; ink2: string; lead: string; paint: string; onPaint: string };
  /** The file of the header image. */
  picture: string | null;
}

const RIGHT = OG_WIDTH - MARGIN;
const RAIL = 6;
const TAPE_HEIGHT = 28;
const TICK_STEP = 12;
const GAP = 48;
const NAME_TOP = 150;
const TAGLINE_GAP = 34;
/** Where the maker begins. */
const FOOT_TOP = 516;
const SMALLEST = 48;
/** How large the name is drawn, by its length in letters. */
const NAME_SIZES = [
  { letters: 18, size: 84 },
  { letters: 36, size: 64 },
  { letters: Infinity, size: SMALLEST },
];
const NAME_LETTERS = 72;
const TAGLINE_LETTERS = 120;
const PIXELS_LIMIT = 40_000_000;

const NAMES = { family: 'Archivo', stretch: 'semiexpanded', weight: 690 };
const TEXT = { family: 'Noto Sans SC', stretch: 'normal', weight: 400 };
const MEASURE = { family: 'Archivo', stretch: 'condensed', weight: 560 };
const SVG_STRETCH: Readonly<Record<string, string>> = { semiexpanded: 'semi-expanded', condensed: 'condensed' };

interface Style {
  family: string;
  stretch: string;
  weight: number;
}

interface Line {
  text: string;
  style: Style;
  size: number;
  left: number;
  baseline: number;
  color: string;
}

/** Draws a project, or a page of projects, as a PNG, which is shown where somebody links to it. */
export async function drawOgImage(image: OgImage, isCovered: IsCovered): Promise<Buffer> {
  const { colors } = image;
  const read = (written: string, instead = '') => drawable(written, isCovered, instead);
  const name = clipped(read(image.name, image.slug), NAME_LETTERS);
  const tagline = clipped(read(image.tagline), TAGLINE_LETTERS);
  const hasPicture = image.picture !== null;
  const width = (hasPicture ? PICTURE.left - GAP : RIGHT) - MARGIN;
  const tape = { left: hasPicture ? PICTURE.left : MARGIN, top: PICTURE.top + RAIL + PICTURE.height };
  const counted = countInWords(image, hasHan(name + tagline));
  const [maker, program] = await Promise.all([
    fitted(read(image.maker, image.makerHandle), NAMES, 28),
    fitted(read(image.program, image.programId), TEXT, 25),
  ]);
  const countLeft = maker === '' && program === '' ? MARGIN : PICTURE.left;
  const lines: Line[] = [
    { text: 'Shipyard', style: NAMES, size: 30, left: MARGIN + 56, baseline: 96, color: colors.ink },
    { text: maker, style: NAMES, size: 28, left: MARGIN, baseline: 550, color: colors.ink },
    { text: program, style: TEXT, size: 25, left: MARGIN, baseline: 586, color: colors.ink2 },
    { text: counted, style: MEASURE, size: 32, left: countLeft, baseline: 566, color: colors.ink2 },
  ];
  const frame = frameOf(colors, { rail: hasPicture, tape, count: image.count, lines });
  const overlays: OverlayOptions[] = [{ input: Buffer.from(frame), left: 0, top: 0 }];
  if (image.picture !== null) {
    const picture = await drawPicture(image.picture);
    overlays.push({ input: picture, left: PICTURE.left, top: PICTURE.top + RAIL });
  }
  const bottom = hasPicture ? FOOT_TOP : tape.top;
  overlays.push(...(await drawTexts({ name, tagline, width, bottom, colors })));
  return sharp({ create: { width: OG_WIDTH, height: OG_HEIGHT, channels: 3, background: colors.wall } })
    .composite(overlays)
    .png()
    .toBuffer();
}

const WORDS = {
  logs: { one: 'log', many: 'logs', zh: '篇日志' },
  projects: { one: 'project', many: 'projects', zh: '个项目' },
} as const;

function countInWords({ count, counted }: Pick<OgImage, 'count' | 'counted'>, inChinese: boolean): string {
  const { one, many, zh } = WORDS[counted];
  if (count === 0) return '';
  if (inChinese) return `${count} ${zh}`;
  return `${count} ${count === 1 ? one : many}`;
}

function drawPicture(file: string): Promise<Buffer> {
  const { width, height } = PICTURE;
  return sharp(file, { limitInputPixels: PIXELS_LIMIT })
    .resize(width, height, { fit: 'cover', position: 'attention' })
    .flatten({ background: '#FFFFFF' })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
}

interface Texts {
  name: string;
  tagline: string;
  width: number;
  bottom: number;
  colors: OgImage['colors'];
}

/** The name in the largest size that leaves room, and below it the tagline. */
async function drawTexts({ name, tagline, width, bottom, colors }: Texts): Promise<OverlayOptions[]> {
  const nameIn = (size: number, text = name) => drawBlock(text, { style: NAMES, size, width, color: colors.ink });
  const drawnTagline =
    tagline === '' ? null : await drawBlock(tagline, { style: TEXT, size: 30, width, color: colors.ink2 });
  const below = drawnTagline ? TAGLINE_GAP + drawnTagline.height : 0;
  const fits = (drawn: Drawn, more: number) => NAME_TOP + drawn.height + more <= bottom - 16;

  const first = NAME_SIZES.findIndex(({ letters }) => widthInLetters(name) <= letters);
  let drawnName = await nameIn(NAME_SIZES[first]?.size ?? SMALLEST);
  for (const { size } of NAME_SIZES.slice(first + 1)) if (!fits(drawnName, below)) drawnName = await nameIn(size);
  for (let text = name; !fits(drawnName, 0); drawnName = await nameIn(SMALLEST, text))
    text = clipped(text, Math.floor(widthInLetters(text) * 0.85));

  const overlays: OverlayOptions[] = [{ input: drawnName.png, left: MARGIN, top: NAME_TOP }];
  if (drawnTagline && fits(drawnName, below))
    overlays.push({ input: drawnTagline.png, left: MARGIN, top: NAME_TOP + drawnName.height + TAGLINE_GAP });
  return overlays;
}

interface Drawn {
  png: Buffer;
  width: number;
  height: number;
}

interface Block {
  style: Style;
  size: number;
  width: number;
  color: string;
}

/** Wraps between words, or within a word that is too long, by the rules of its script. */
async function drawBlock(text: string, block: Block): Promise<Drawn> {
  const { style, size, width, color } = block;
  const markup = `<span foreground="${color}" font_weight="${style.weight}" font_stretch="${style.stretch}" line_height="1.05" insert_hyphens="false">${escapeXml(text)}</span>`;
  const { data, info } = await sharp({
    text: { text: markup, font: `${style.family} ${size}`, width, dpi: 72, rgba: true, wrap: 'word-char' },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** Cuts a text until it fits beside the picture on one line. */
async function fitted(text: string, style: Style, size: number): Promise<string> {
  const room = PICTURE.left - GAP - MARGIN;
  let fitting = clipped(text, 60);
  while (fitting !== '') {
    const { width } = await drawBlock(fitting, { style, size, width: 10 * OG_WIDTH, color: '#000000' });
    if (width <= room) break;
    fitting = clipped(
      fitting,
      Math.min(widthInLetters(fitting) - 1, Math.floor((widthInLetters(fitting) * room) / width)),
    );
  }
  return fitting;
}

interface Frame {
  rail: boolean;
  tape: { left: number; top: number };
  count: number;
  lines: Line[];
}

/** Everything but the picture and the texts that wrap. */
function frameOf(colors: OgImage['colors'], { rail, tape, count, lines }: Frame): string {
  const width = RIGHT - tape.left;
  const ticks = Math.min(count, Math.floor(width / TICK_STEP) - 1);
  const tickPath = Array.from({ length: ticks }, (_, at) => {
    const x = tape.left + (at + 1) * TICK_STEP;
    return `M${x} ${tape.top}v${(at + 1) % 5 === 0 ? TAPE_HEIGHT : TAPE_HEIGHT * 0.57}`;
  }).join('');
  const texts = lines
    .filter(({ text }) => text !== '')
    .map(
      ({ text, style, size, left, baseline, color }) =>
        `<text x="${left}" y="${baseline}" font-family="${style.family}" font-size="${size}" font-weight="${style.weight}" font-stretch="${SVG_STRETCH[style.stretch] ?? 'normal'}" fill="${color}">${escapeXml(text)}</text>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" fill="none">
    <g transform="translate(${MARGIN} 66) scale(1.5)"><path d="M4 3v9.5C4 18.7 8 23 13 23s9-4.3 9-10.5V3" stroke="${colors.ink}" stroke-width="2.6"/>
    <path d="M0 11.5H26" stroke="${colors.lead}" stroke-width="2.8"/><path d="M13 3v5.5M9 5v3.5M17 5v3.5" stroke="${colors.ink}" stroke-width="1.8"/></g>
    ${rail ? `<rect x="${PICTURE.left}" y="${PICTURE.top}" width="${PICTURE.width}" height="${RAIL}" fill="${colors.ink}"/>` : ''}
    <rect x="${tape.left}" y="${tape.top}" width="${width}" height="${TAPE_HEIGHT}" fill="${colors.paint}"/>
    <path d="${tickPath}" stroke="${colors.onPaint}" stroke-width="2.5"/>${texts.join('')}</svg>`;
}
