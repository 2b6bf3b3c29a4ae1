import { isLongerThan } from '@shipyard/contracts';
import type { SearchTerms, SupplierAdapter, UnfitField } from '../suppliers';

/** The first field that a supplier has no place for, or a query that is too long for it. */
export function unfitForSearch(supplier: SupplierAdapter, terms: SearchTerms): UnfitField | undefined {
  const field =
    supplier.unsupportedSearchField?.(terms) ??
    (terms.depth === 'advanced' && !supplier.takesSearchDepth ? 'depth' : undefined);
  if (field !== undefined) return { field };
  const most = supplier.mostQueryCharacters ?? Infinity;
  return isLongerThan(terms.query, most) ? { field: 'query', most } : undefined;
}
