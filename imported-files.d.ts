/** What importing a file gives: `tools/build-app.ts` sees to it in bundles, and `jest.preset.js` in tests. */
declare module '*.css' {
  const text: string;
  export default text;
}

declare module '*.md' {
  const text: string;
  export default text;
}

declare module '*.woff2' {
  const bytes: Uint8Array;
  export default bytes;
}

/* Packages that bring no types: what we use of them. */

declare module 'wawoff2' {
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** The end of the next part that may end a line, and whether it must. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}

declare module 'fontkit' {
  export interface Glyph {
    advanceWidth: number;
    path: { commands: { command: string; args: number[] }[]; bbox: { minX: number } };
  }
  /** What becomes the embedded font. */
  export interface Subset {
    glyf: Uint8Array[];
    loca: { offsets: number[] };
    hmtx: { metrics: { advance: number; bearing: number }[] };
    offset: number;
    _addGlyph: (id: number) => number;
  }
  export interface Font {
    unitsPerEm: number;
    layout(text: string): { advanceWidth: number };
    getVariation(axes: Record<string, number>): Font;
    getGlyph(id: number): Glyph;
    createSubset(): Subset;
  }
  export function create(bytes: Uint8Array): Font;
}
