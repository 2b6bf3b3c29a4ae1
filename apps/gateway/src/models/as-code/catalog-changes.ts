import { isDeepStrictEqual } from 'node:util';
import type { CatalogState, Fields, ModelState } from './catalog-state';
import { isPlaceholder } from './catalog-state';

export interface CatalogChange {
  path: string;
  action: 'create' | 'update' | 'remove';
  from: unknown;
  to: unknown;
}

/** What makes the stored catalog the wanted one, suppliers first. Secrets are masked. */
export function catalogChanges(stored: CatalogState, wanted: CatalogState): CatalogChange[] {
  return [
    ...entryChanges('suppliers', stored.suppliers, wanted.suppliers, supplierChanges, masked),
    ...entryChanges('models', stored.models, usedOrWanted(stored, wanted), modelChanges, asEntry),
  ];
}

/** A model cannot be deleted, because requests name it. One that nobody can use is as good as absent. */
export const isRetired = ({ fields, routes }: ModelState) => fields.active === false && routes.size === 0;

function usedOrWanted(stored: CatalogState, wanted: CatalogState): Map<string, ModelState> {
  const retired = [...stored.models].filter(([id, model]) => isRetired(model) && !wanted.models.has(id));
  return new Map([...wanted.models, ...retired]);
}

function entryChanges<Entry>(
  place: string,
  stored: ReadonlyMap<string, Entry>,
  wanted: ReadonlyMap<string, Entry>,
  changesOf: (path: string, from: Entry, to: Entry) => CatalogChange[],
  shown: (entry: Entry) => unknown,
): CatalogChange[] {
  const kept = [...wanted].flatMap(([name, to]): CatalogChange[] => {
    const path = `${place}.${name}`;
    const from = stored.get(name);
    return from === undefined ? [{ path, action: 'create', from: null, to: shown(to) }] : changesOf(path, from, to);
  });
  const removed = [...stored]
    .filter(([name]) => !wanted.has(name))
    .map(([name, from]): CatalogChange => ({
      path: `${place}.${name}`,
      action: 'remove',
      from: shown(from),
      to: null,
    }));
  return [...kept, ...removed];
}

export function fieldChanges(path: string, from: Fields, to: Fields): CatalogChange[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => !isDeepStrictEqual(from[name], to[name]))
    .map((name) => ({
      path: `${path}.${name}`,
      action: 'update',
      from: from[name] ?? null,
      to: to[name] ?? null,
    }));
}

const supplierChanges = (path: string, from: Fields, to: Fields) => fieldChanges(path, masked(from), masked(to));

function modelChanges(path: string, from: ModelState, to: ModelState): CatalogChange[] {
  const prices = to.prices ?? from.prices;
  return [
    ...fieldChanges(path, { ...from.fields, prices: from.prices }, { ...to.fields, prices }),
    ...entryChanges(`${path}.routes`, from.routes, to.routes, fieldChanges, (route) => route),
  ];
}

function masked(supplier: Fields): Fields {
  const { api_keys: keys } = supplier;
  if (!Array.isArray(keys)) return supplier;
  return { ...supplier, api_keys: keys.map((key: unknown) => (isPlaceholder(key) ? key : 'a new key')) };
}

const asEntry = ({ fields, prices, routes }: ModelState) => ({
  ...fields,
  ...(prices && { prices }),
  routes: [...routes.values()],
});
