import type { KeyRing } from '@shipyard/platform/sealing';
import type { SupplierAdapter } from './contract/supplier';
import type { SupplierOptions } from './contract/supplier-options';
import { NO_MARGIN, type TokenMargin, UNSTATED_MARGIN } from './contract/token-margin';
import type { Vendor } from './contract/vendor';
import { type SandboxParts, SandboxSupplier } from './sandbox/sandbox-supplier';
import { anthropic } from './vendors/anthropic';
import { bocha } from './vendors/bocha';
import { dashscope } from './vendors/dashscope';
import { gemini } from './vendors/gemini';
import { openai } from './vendors/openai';
import { searxng } from './vendors/searxng';
import { serper } from './vendors/serper';
import { tavily } from './vendors/tavily';
import { volcengineImages } from './vendors/volcengine-images';
import { zhipu } from './vendors/zhipu';

/** Every vendor, under the name of its folder. Operators read the names in this order. */
const VENDORS = {
  openai,
  anthropic,
  gemini,
  dashscope,
  'volcengine-images': volcengineImages,
  zhipu,
  tavily,
  bocha,
  serper,
  searxng,
} satisfies Record<string, Vendor>;

export type VendorName = keyof typeof VENDORS;

export type SupplierKind = VendorName | 'sandbox';

export const VENDOR_NAMES = Object.keys(VENDORS) as VendorName[];

export const SUPPLIER_KINDS: readonly SupplierKind[] = [...VENDOR_NAMES, 'sandbox'];

export interface CatalogSupplier {
  id: string;
  kind: SupplierKind;
  baseUrl: string | null;
  internal: boolean;
  options: SupplierOptions;
}

export interface SupplierParts {
  masterKeys: KeyRing;
  sandbox: SandboxParts;
}

export function openSupplier(
  { id, kind, baseUrl, internal, options }: CatalogSupplier,
  { masterKeys, sandbox }: SupplierParts,
): SupplierAdapter {
  if (kind === 'sandbox') return new SandboxSupplier(sandbox);
  const vendor = findVendor(kind);
  return vendor.open({ baseUrl: baseUrl ?? vendor.baseUrl ?? '', internal, options }, { supplierId: id, masterKeys });
}

export function findVendor(name: VendorName): Vendor {
  return VENDORS[name];
}

export function tokenMargin({ kind, baseUrl }: Pick<CatalogSupplier, 'kind' | 'baseUrl'>): TokenMargin {
  return kind === 'sandbox' ? NO_MARGIN : (findVendor(kind).tokenMargin?.(baseUrl) ?? UNSTATED_MARGIN);
}

export function needsBaseUrl(kind: unknown): boolean {
  const name = VENDOR_NAMES.find((each) => each === kind);
  return name !== undefined && findVendor(name).baseUrl === null;
}
