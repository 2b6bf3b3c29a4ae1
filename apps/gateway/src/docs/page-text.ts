import { type ErrorMaker, type OpenApiDocument } from '@shipyard/http';
import { type CatalogModel } from '../models';
import { type Product } from '../products';

export interface DocsFacts {
  publicUrl: string;
  /** The URL of a path of this gateway in a link. */
  linkTo: (path: string) => string;
  /** The calls of customers. */
  document: OpenApiDocument;
  models: CatalogModel[];
  errors: ErrorMaker[];
  imageUrlSeconds: number;
  imageTaskSeconds: number;
}

/** Escapes text of an operator, so that it cannot break a table or begin a new line. */
export const plain = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/[\\|`<>*_[\]]/g, (sign) => (sign === '_' ? sign : `\\${sign}`));

const ofProduct = (models: CatalogModel[], product: Product) =>
  models.filter(({ model }) => model.product === product).map(({ model }) => plain(model.id));

export const firstOf = (models: CatalogModel[], product: Product) => ofProduct(models, product)[0] ?? 'a-model';

export const namesOf = ({ models }: DocsFacts, product: Product) =>
  ofProduct(models, product)
    .map((name) => `\`${name}\``)
    .join(', ') || 'none at the moment';

export const errorList = ({ errors: rows }: DocsFacts, codes: string[]) =>
  rows
    .filter(({ code }) => codes.includes(code))
    .map(({ code, row }) => `- \`${code}\` (${row.status}): ${plain(row.message)}`)
    .join('\n');

export const duration = (seconds: number) =>
  seconds % 3_600 === 0
    ? `${seconds / 3_600} h`
    : seconds % 60 === 0
      ? `${seconds / 60} minutes`
      : `${seconds} seconds`;
