import { readFileSync } from 'node:fs';
import path from 'node:path';

interface CatalogSchema {
  $defs: { ModelInFile: { properties: { product: { enum: string[] } } } };
}

const SCHEMA_FILE = path.join(__dirname, '../../../docs/catalog.schema.json');

/** The scopes that a key can have: the products that a catalog can name. */
export const PRODUCT_SCOPES = (JSON.parse(readFileSync(SCHEMA_FILE, 'utf8')) as CatalogSchema).$defs.ModelInFile
  .properties.product.enum;
