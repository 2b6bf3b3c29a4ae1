/** Throws the first failure once the other tasks were aborted and have ended. */
export async function allOrNone(
  tasks: ((aborted: AbortSignal) => Promise<void>)[],
  stopping: AbortSignal,
): Promise<void> {
  const failing = new AbortController();
  const aborted = AbortSignal.any([stopping, failing.signal]);
  const failures: unknown[] = [];
  await Promise.all(
    tasks.map((task) =>
      task(aborted).catch((error: unknown) => {
        failures.push(error);
        failing.abort();
      }),
    ),
  );
  if (failures.length > 0) throw failures[0];
}
