/** The package brings no types. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    /** Leaves out glyphs that only features such as small capitals reach. */
    noLayoutClosure?: boolean;
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
