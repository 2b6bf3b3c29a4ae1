import { isUUID } from 'class-validator';
import { CATALOG_ID } from '../database/list-filters';
import { consoleUrl } from './console-parts';
import { withQuery } from './list-links';
import { type OverviewFilter, type Range, RANGES } from './overview.query';

const isRange = (text: unknown): text is Range => typeof text === 'string' && Object.hasOwn(RANGES, text);

/** A value that nobody can have is the same as none. */
export function readOverviewAddress(query: Readonly<Record<string, unknown>>): {
  range: Range;
  filter: OverviewFilter;
} {
  const textOf = (name: keyof OverviewFilter, isValue: (text: string) => boolean) => {
    const value = query[name];
    const text = typeof value === 'string' ? value.trim() : '';
    return isValue(text) ? text : '';
  };
  const isCatalogId = (text: string) => CATALOG_ID.test(text);
  return {
    range: isRange(query.range) ? query.range : 'day',
    filter: {
      customer_id: textOf('customer_id', (text) => isUUID(text)),
      key_id: textOf('key_id', (text) => isUUID(text)),
      model: textOf('model', isCatalogId),
      route_id: textOf('route_id', (text) => isUUID(text)),
      supplier_id: textOf('supplier_id', isCatalogId),
    },
  };
}

export const overviewUrl = (range: Range, filter: OverviewFilter): string =>
  withQuery(consoleUrl('overview'), { range, ...filter });

export const isOverviewFiltered = (filter: OverviewFilter): boolean =>
  Object.values(filter).some((text) => text !== '');
