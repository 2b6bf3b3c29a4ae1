import { readFileSync } from 'node:fs';
import path from 'node:path';
import { create, type Font } from 'fontkit';
import { embedAsDrawn } from './embed-cut';
import { type FontFamily, type IsCovered, isCoveredBy, type OwnFonts, unpackFonts } from './fonts';

/** How a text looks, whatever its letters. */
export type Face = 'text' | 'strong' | 'name' | 'measure' | 'code';

interface Cut {
  family: FontFamily;
  axes: Record<string, number>;
}

/** A letter is drawn in the first of its fonts that has it. */
const FACES: Readonly<Record<Face, readonly Cut[]>> = {
  text: [{ family: 'text', axes: { wght: 400 } }],
  strong: [{ family: 'text', axes: { wght: 650 } }],
  name: [
    { family: 'names', axes: { wght: 690, wdth: 116 } },
    { family: 'text', axes: { wght: 690 } },
  ],
  measure: [
    { family: 'names', axes: { wght: 560, wdth: 80 } },
    { family: 'text', axes: { wght: 560 } },
  ],
  code: [
    { family: 'code', axes: { wght: 400 } },
    { family: 'text', axes: { wght: 400 } },
  ],
};

/** One weight of one file. */
export interface CutFont {
  /** The same for the same font. */
  key: string;
  font: Font;
}

export interface FontPiece {
  text: string;
  cut: CutFont;
}

/** Kept, because to lay out a word takes 20 times as long as to find it. */
const WIDTHS = 20_000;

/** The fonts of all documents of a process. Files are read when a letter of them is drawn. */
export class FontBook {
  readonly isCovered: IsCovered;
  private readonly cuts = new Map<string, CutFont>();
  private readonly files = new Map<string, Font>();
  private readonly widths = new Map<string, number>();

  private constructor(private readonly fonts: OwnFonts) {
    this.isCovered = isCoveredBy(fonts);
  }

  /** Unpacks the fonts below a folder, where later processes find them. */
  static async open(root: string): Promise<FontBook> {
    return new FontBook(await unpackFonts(root));
  }

  /** Splits a text where its font changes. A letter that no font has is left out: see `legible`. */
  split(text: string, face: Face): FontPiece[] {
    const pieces: FontPiece[] = [];
    for (const letter of text) {
      const cut = this.cutOf(letter.codePointAt(0) ?? 0, face);
      const last = pieces.at(-1);
      if (!cut) continue;
      if (last?.cut === cut) last.text += letter;
      else pieces.push({ text: letter, cut });
    }
    return pieces;
  }

  /** In parts of the size of the font. */
  widthOf({ text, cut }: FontPiece): number {
    const key = `${cut.key} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    const width = cut.font.layout(text).advanceWidth / cut.font.unitsPerEm;
    if (this.widths.size >= WIDTHS) this.widths.clear();
    this.widths.set(key, width);
    return width;
  }

  private cutOf(codePoint: number, face: Face): CutFont | null {
    for (const { family, axes } of FACES[face]) {
      const file = this.fonts.files[family].get(codePoint);
      if (file !== undefined) return this.open(file, axes);
    }
    return null;
  }

  private open(file: string, axes: Record<string, number>): CutFont {
    const key = `${file} ${JSON.stringify(axes)}`;
    const known = this.cuts.get(key);
    if (known) return known;
    const whole = this.files.get(file) ?? create(readFileSync(file));
    this.files.set(file, whole);
    const font = whole.getVariation(axes);
    // PDFKit takes two weights of one file for the same font, unless their names differ.
    Object.defineProperty(font, 'postscriptName', {
      value: `${path.parse(file).name}-${Object.values(axes).join('-')}`,
    });
    embedAsDrawn(font);
    const cut = { key, font };
    this.cuts.set(key, cut);
    return cut;
  }
}
