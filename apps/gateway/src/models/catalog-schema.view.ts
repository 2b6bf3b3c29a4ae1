import { schemaDocument } from '@shipyard/http';
import { CatalogFile } from './catalog-file.dto';

/** Returns the JSON Schema of the catalog file, the content of `docs/catalog.schema.json`. */
export const catalogSchema = (): string =>
  `${JSON.stringify(schemaDocument(CatalogFile, 'Catalog of the gateway (GATEWAY_CONFIG)'), null, 2)}\n`;
