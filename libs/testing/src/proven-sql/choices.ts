/** A statement with more variants is a query builder. */
const MOST_VARIANTS = 256;

/** One key has one answer in a run. */
export class Choices {
  private readonly taken: { options: number; choice: number }[] = [];
  private readonly byKey = new Map<string, number>();
  private at = 0;

  choose(key: string, options: number): number {
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const taken = this.taken[this.at] ?? { options, choice: 0 };
    this.taken[this.at] = taken;
    this.at += 1;
    this.byKey.set(key, taken.choice);
    return taken.choice;
  }

  advance(): boolean {
    this.at = 0;
    this.byKey.clear();
    for (let last = this.taken.pop(); last !== undefined; last = this.taken.pop()) {
      if (last.choice + 1 < last.options) {
        this.taken.push({ options: last.options, choice: last.choice + 1 });
        return true;
      }
    }
    return false;
  }
}

/** Runs `run` for every combination of its choices. */
export function forAllChoices<Result>(run: (choices: Choices) => Result): Result[] {
  const choices = new Choices();
  const results: Result[] = [];
  do {
    results.push(run(choices));
    if (results.length > MOST_VARIANTS) throw new Error(`has more than ${MOST_VARIANTS} shapes`);
  } while (choices.advance());
  return results;
}
