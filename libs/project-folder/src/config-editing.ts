import { configLine } from './config-file';
import type { ConfigChanges } from './types';

/**
 * Returns `shipyard.yaml` with other values. Comments and the order of the keys stay. A key that it does not have comes at
 * its end.
 */
export function withConfigValues(text: string, values: ConfigChanges): string {
  return Object.entries(values).reduce(
    (changed, [key, value]) => withValue(changed, key, value === undefined ? '' : configLine(key, value)),
    text,
  );
}

function withValue(text: string, key: string, line: string): string {
  const lines = text.split('\n');
  const start = lines.findIndex((each) => new RegExp(`^["']?${key}["']?\\s*:`).test(each));
  if (start < 0) return line === '' ? text : text + (text === '' || text.endsWith('\n') ? '' : '\n') + line;
  let end = start + 1;
  // What is indented, or an item of a list, belongs to the key above.
  while (/^(?:[ \t]+\S|-)/.test(lines[end] ?? '')) end += 1;
  lines.splice(start, end - start, ...(line === '' ? [] : [line.replace(/\n$/, '')]));
  return lines.join('\n');
}
