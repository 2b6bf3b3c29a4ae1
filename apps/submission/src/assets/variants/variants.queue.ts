export const VARIANTS_QUEUE = 'asset-variants';

export interface VariantsJob {
  assetId: string;
}
