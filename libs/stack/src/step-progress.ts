const FIRST_AFTER_MS = 1_000;
const THEN_EVERY_MS = 3_000;

export async function withProgress<Result>(
  step: string,
  report: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
  let repeat: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    report(`${step} …`);
    repeat = setInterval(() => report(`${step} … ${seconds()} s`), THEN_EVERY_MS);
  }, FIRST_AFTER_MS);
  try {
    return await work();
  } finally {
    clearTimeout(first);
    clearInterval(repeat);
  }
}
