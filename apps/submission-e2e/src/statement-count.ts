import type { TestStack } from '@shipyard/testing';

const ROUNDS = 3;

async function statementsSoFar({ view }: TestStack): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${view.metricsPort}/metrics`)).text();
  return Number(/^database_queries_total(?:\{.*\})? (\d+)$/m.exec(page)?.[1]);
}

/** The least of several rounds, because uses of tokens are written now and then. Nobody else may use the stack. */
export async function statementsOf(stack: TestStack, act: () => Promise<void>): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await statementsSoFar(stack);
    await act();
    counts.push((await statementsSoFar(stack)) - before);
  }
  return Math.min(...counts);
}
