import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KeyRing } from '@shipyard/platform/sealing';
import type { SupplierAdapter } from '../contract/supplier';
import type { SupplierConnection } from '../contract/supplier-connection';
import { SupplierError } from '../contract/supplier-error';
import { findVendor, VENDOR_NAMES, type VendorName } from '../registry';

const masterKeys = new KeyRing(new Map([['a', randomBytes(32)]]));

export type SupplierWith<Method extends keyof SupplierAdapter> = SupplierAdapter &
  Required<Pick<SupplierAdapter, Method | 'close'>>;

export function openWith<Method extends keyof SupplierAdapter>(
  vendor: VendorName,
  connection: SupplierConnection,
  ...methods: Method[]
): SupplierWith<Method> {
  if (!VENDOR_NAMES.includes(vendor)) throw new Error(`List ${vendor} in VENDORS of libs/suppliers/src/registry.ts`);
  const supplier = findVendor(vendor).open(connection, { supplierId: vendor, masterKeys });
  const missing = [...methods, 'close' as const].filter((method) => supplier[method] === undefined);
  if (missing.length > 0) throw new Error(`The supplier of ${vendor} has no ${missing.join(', ')}`);
  return supplier as SupplierWith<Method>;
}

/** Returns what a failure says beside its cause. The service tells a customer only what the fault means. */
export function saidBy(error: unknown): string {
  if (!(error instanceof SupplierError)) throw error;
  return JSON.stringify({ ...error, message: error.message, cause: undefined });
}

export function readFixtures<Fixture>(
  vendor: VendorName,
  pattern = /\.json$/,
  folder = '.',
): [name: string, fixture: Fixture][] {
  const fixtures = path.join(__dirname, '../vendors', vendor, '__fixtures__', folder);
  const files = readdirSync(fixtures).filter((file) => pattern.test(file));
  if (files.length === 0) throw new Error(`There is no recorded answer in ${fixtures}`);
  return files.map((file) => [
    path.basename(file, '.json'),
    JSON.parse(readFileSync(path.join(fixtures, file), 'utf8')) as Fixture,
  ]);
}
