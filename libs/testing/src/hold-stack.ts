import { printStartFailure } from '@shipyard/platform';
import { startTestStack } from './test-stack';

/** The process that holds the stack which a project's suites share: it tells how to reach it, and ends it when they are gone. */
async function holdStack(): Promise<void> {
  const stack = await startTestStack();
  process.once('disconnect', () => void stack.stop());
  process.send?.(JSON.stringify(stack.view));
}

holdStack().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
