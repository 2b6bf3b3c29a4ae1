const DAY_MS = 86_400_000;

/** So many days until today, oldest first. Days are those of a time zone, so the last known may be ahead of UTC. */
export function lastDays(known: Iterable<string>, now: Date, count: number): string[] {
  const last = [now.toISOString().slice(0, 10), ...known].toSorted().at(-1) ?? '';
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(`${last}T00:00:00Z`) - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}
