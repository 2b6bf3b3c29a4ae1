export const VARIANT_FORMATS = ['avif', 'webp'] as const;
export type VariantFormat = (typeof VARIANT_FORMATS)[number];

const WIDTHS = [480, 960, 1_600];

export interface Variant {
  width: number;
  height: number;
  format: VariantFormat;
  bytes: number;
  /** Where it starts in the object that holds all variants of the image. */
  startsAt: number;
}

export interface MadeVariants {
  isAnimated: boolean;
  variants: Variant[];
}

/** Each width once, and none wider than the image: a narrow image is only encoded better. */
export const variantWidths = (imageWidth: number) => [...new Set(WIDTHS.map((width) => Math.min(width, imageWidth)))];
