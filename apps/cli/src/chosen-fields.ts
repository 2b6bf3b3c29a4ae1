/** Returns the fields that `--fields` names, by their paths. A field of the items of a list is a list of values. */
export function chosenFields(data: unknown, list: string): Record<string, unknown> {
  const paths = list.split(',').flatMap((path) => (path.trim() === '' ? [] : [path.trim()]));
  return Object.fromEntries(paths.map((path) => [path, valueAt(data, path.split('.'))]));
}

function valueAt(data: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return data;
  if (Array.isArray(data)) return data.map((item) => valueAt(item, [name, ...rest]));
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return null;
  return valueAt(new Map(Object.entries(data)).get(name), rest);
}
