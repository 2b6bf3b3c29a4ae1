import { printStartFailure } from '@shipyard/platform';
import { startTestStack, TEST_KEYS } from './test-stack';

/** The process that holds the stack which a project's suites share: it tells how to reach it, and ends it when they are gone. */
async function holdStack(): Promise<void> {
  // Known, so that a gateway that a suite starts beside it can open what this one has sealed.
  const stack = await startTestStack({ environment: { GATEWAY_MASTER_KEYS: TEST_KEYS.SESSION_KEYS } });
  process.once('disconnect', () => void stack.stop());
  process.send?.(JSON.stringify(stack.view));
}

holdStack().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
