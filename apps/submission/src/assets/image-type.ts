import type { VariantFormat } from './variants/variant-sizes';

export const VARIANT_TYPES: Readonly<Record<VariantFormat, string>> = { avif: 'image/avif', webp: 'image/webp' };
