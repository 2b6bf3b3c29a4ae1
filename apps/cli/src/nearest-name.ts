/** Mistakes of a longer name may be more. */
const LETTERS_A_MISTAKE = 4;

/** Returns the name that a mistyped one most likely means. Null if none is near. */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, mistakes: mistakesBetween(typed.toLowerCase(), name) }))
    .filter(({ name, mistakes }) => mistakes <= Math.max(1, Math.floor(name.length / LETTERS_A_MISTAKE)))
    .sort((one, other) => one.mistakes - other.mistakes);
  return best?.name ?? null;
}

/** The letters to add, remove, replace or swap with their neighbor. */
function mistakesBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
