/** The design tokens. `style-sheet.ts` makes CSS custom properties of them; mails use the values. */

interface Shades {
  light: string;
  dark: string;
}

/** Each becomes a custom property of its name: `lineStrong` is `--line-strong`. */
export const COLORS = {
  wall: { light: '#E8EADF', dark: '#111714' },
  sheet: { light: '#FCFBF7', dark: '#19201C' },
  raised: { light: '#FFFFFF', dark: '#222A26' },
  sunk: { light: '#DDE0D2', dark: '#0B100E' },
  line: { light: '#C9CDBD', dark: '#303A35' },
  lineStrong: { light: '#767F72', dark: '#7C8981' },
  ink: { light: '#16201B', dark: '#EDECE4' },
  ink2: { light: '#414D46', dark: '#B9BFB5' },
  ink3: { light: '#56625B', dark: '#979F96' },
  action: { light: '#12523E', dark: '#8FD3B4' },
  onAction: { light: '#FFFFFF', dark: '#06241A' },
  focus: { light: '#A8380A', dark: '#FF9C66' },
  lead: { light: '#A8380A', dark: '#FF9C66' },
  leadTint: { light: '#FAE3D6', dark: '#3B2114' },
  ok: { light: '#1A6338', dark: '#87D49A' },
  okTint: { light: '#D5EAD6', dark: '#16301F' },
  wait: { light: '#734E00', dark: '#EBC063' },
  waitTint: { light: '#F6E6BE', dark: '#33270C' },
  stop: { light: '#A01F2C', dark: '#FF9C92' },
  stopTint: { light: '#F8DDDA', dark: '#40191A' },
  note: { light: '#24527A', dark: '#96C4EC' },
  noteTint: { light: '#DAE6F0', dark: '#152A3C' },
  brass: { light: '#75580F', dark: '#DCBB6A' },
  brassTint: { light: '#EFE3C2', dark: '#2F270F' },
} as const satisfies Record<string, Shades>;

/** What a color says, as the class `ui-tone-<name>` of its element. */
export const TONES = ['lead', 'ok', 'wait', 'stop', 'note', 'brass'] as const;

/** Each kind of callout, of ours or in a README, and its tone. */
export const CALLOUT_TONES = {
  note: 'note',
  tip: 'ok',
  important: 'lead',
  warning: 'wait',
  caution: 'stop',
} as const satisfies Record<string, (typeof TONES)[number]>;

interface PaintShades {
  /** The tape and the dated rule. */
  paint: Shades;
  /** Ticks and text on the paint. */
  onPaint: Shades;
  /** Links, ticks, and the name of a project without a picture. */
  accent: Shades;
  /** A quiet ground. */
  tint: Shades;
}

/** The color that a project carries, as the class `ui-paint-<name>` of its element. It never shows a state. */
export const PAINTS = {
  red: {
    paint: { light: '#D02526', dark: '#D02526' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#AE342E', dark: '#FFABA1' },
    tint: { light: '#FFE6E3', dark: '#3B1C19' },
  },
  orange: {
    paint: { light: '#F67214', dark: '#F67214' },
    onPaint: { light: '#2D1204', dark: '#270E02' },
    accent: { light: '#9D4606', dark: '#FEAF86' },
    tint: { light: '#FFE7DC', dark: '#3A1E0F' },
  },
  amber: {
    paint: { light: '#F9A713', dark: '#F9A713' },
    onPaint: { light: '#281600', dark: '#221200' },
    accent: { light: '#845601', dark: '#EDBA77' },
    tint: { light: '#FBEAD5', dark: '#34230A' },
  },
  yellow: {
    paint: { light: '#F3D337', dark: '#F3D337' },
    onPaint: { light: '#211A00', dark: '#1C1600' },
    accent: { light: '#705F06', dark: '#D7C575' },
    tint: { light: '#F3EDD5', dark: '#2D2608' },
  },
  lime: {
    paint: { light: '#ABD72E', dark: '#ABD72E' },
    onPaint: { light: '#161E02', dark: '#111900' },
    accent: { light: '#506803', dark: '#B4D17A' },
    tint: { light: '#E8F1D8', dark: '#212A0D' },
  },
  green: {
    paint: { light: '#068730', dark: '#068730' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#076F27', dark: '#96D79C' },
    tint: { light: '#DFF3E0', dark: '#152D18' },
  },
  emerald: {
    paint: { light: '#0A7C56', dark: '#0A7C56' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#006E4B', dark: '#8FD6B4' },
    tint: { light: '#DDF3E7', dark: '#122C21' },
  },
  teal: {
    paint: { light: '#01837B', dark: '#01837B' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#036B64', dark: '#8ED4CC' },
    tint: { light: '#DDF2EF', dark: '#122C29' },
  },
  cyan: {
    paint: { light: '#21B8D0', dark: '#21B8D0' },
    onPaint: { light: '#001F25', dark: '#001A20' },
    accent: { light: '#006878', dark: '#8AD1E0' },
    tint: { light: '#DCF2F6', dark: '#102B30' },
  },
  sky: {
    paint: { light: '#229DDA', dark: '#229DDA' },
    onPaint: { light: '#001D2F', dark: '#001928' },
    accent: { light: '#006693', dark: '#8FCDF4' },
    tint: { light: '#DDF0FD', dark: '#132937' },
  },
  blue: {
    paint: { light: '#2068CB', dark: '#2068CB' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#1A5DB9', dark: '#A0C6FF' },
    tint: { light: '#E2EEFF', dark: '#17273D' },
  },
  indigo: {
    paint: { light: '#3B44BF', dark: '#4E5EDB' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#4755BB', dark: '#B1C1FF' },
    tint: { light: '#E7ECFF', dark: '#1E243F' },
  },
  violet: {
    paint: { light: '#6D48D1', dark: '#7350DA' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#654DB6', dark: '#C3BAFE' },
    tint: { light: '#ECEAFF', dark: '#26223D' },
  },
  purple: {
    paint: { light: '#8031C0', dark: '#8F43D1' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#7A46AC', dark: '#D5B2FE' },
    tint: { light: '#F2E8FF', dark: '#2C203A' },
  },
  fuchsia: {
    paint: { light: '#AF33BB', dark: '#AF33BB' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#903E98', dark: '#ECA8F2' },
    tint: { light: '#F9E5FA', dark: '#321E34' },
  },
  pink: {
    paint: { light: '#EA55A6', dark: '#EA55A6' },
    onPaint: { light: '#2B101E', dark: '#260B19' },
    accent: { light: '#A43472', dark: '#FFA3CF' },
    tint: { light: '#FFE5F0', dark: '#381C2A' },
  },
  rose: {
    paint: { light: '#D23966', dark: '#D23966' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#AC3154', dark: '#FFA8B7' },
    tint: { light: '#FFE5E9', dark: '#3B1B22' },
  },
  slate: {
    paint: { light: '#576574', dark: '#5E6C7B' },
    onPaint: { light: '#FFFFFF', dark: '#FFFFFF' },
    accent: { light: '#536171', dark: '#BBC5D0' },
    tint: { light: '#EAEDF1', dark: '#23272A' },
  },
} as const satisfies Record<string, PaintShades>;

const TEXT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif';

export const FONTS = {
  names:
    '"Archivo Names", "Archivo Names Fallback", -apple-system, "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Noto Sans CJK SC", "Source Han Sans SC", system-ui, sans-serif',
  text: TEXT,
  /** Chinese pages: a system's Chinese face comes before its Latin one. */
  textZh: `-apple-system, "PingFang SC", "Segoe UI", "Microsoft YaHei UI", ${TEXT}`,
  measure: `"Archivo Measure", "Archivo Measure Fallback", ${TEXT}`,
  code: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace',
} as const;

/**
 * The style sheets name a size as `var(--title-22)`. `style-sheet.ts` puts the value there, which is shorter, because no
 * page changes a size. Titles are named by their pixels. `inline` and `sign` depend on the text around them.
 */
export const SIZES = {
  least: '.84375rem',
  small: '.9375rem',
  body: '1rem',
  /** Counts, and a README on a phone. */
  count: '1.03125rem',
  read: '1.0625rem',
  title18: '1.125rem',
  title19: '1.1875rem',
  title22: '1.375rem',
  title24: '1.5rem',
  title26: '1.625rem',
  title28: '1.75rem',
  title30: '1.875rem',
  title34: '2.125rem',
  title36: '2.25rem',
  title40: '2.5rem',
  title44: '2.75rem',
  title56: '3.5rem',
  title76: '4.75rem',
  /** These two grow with the screen: from 30 to 34 px, and from 40 to 60 px. The narrowest has 34 px, for long words. */
  title: 'clamp(1.875rem, 5.32vw, 2.125rem)',
  headline: 'max(min(10.6vw, 2.5rem), clamp(2rem, 9.4vw, 3.75rem))',
  inline: '.9em',
  sign: '.75em',
} as const;

/** The proportions of pictures on a rail, as classes, because the Content-Security-Policy forbids style attributes. */
export const RATIOS = [
  { name: '3-4', ratio: 3 / 4 },
  { name: '1-1', ratio: 1 },
  { name: '4-3', ratio: 4 / 3 },
  { name: '3-2', ratio: 3 / 2 },
  { name: '16-9', ratio: 16 / 9 },
  { name: '2-1', ratio: 2 },
] as const;
