import { rm } from 'node:fs/promises';
import { printStartFailure } from '@shipyard/platform/service-process';
import { PREPARED, prepareData, SHARED, startTestStack } from './test-stack';

/**
 * Prepares data to copy and starts a stack on a copy. Reports the variables by which the suites find both, and ends
 * everything when the suites are gone.
 */
async function holdStack(): Promise<void> {
  const prepared = await prepareData();
  if (prepared !== null) process.env[PREPARED] = prepared;
  const stack = await startTestStack();
  process.once('disconnect', () => {
    void stack.stop();
    if (prepared !== null) void rm(prepared, { recursive: true, force: true });
  });
  process.send?.({ [PREPARED]: prepared ?? undefined, [SHARED]: JSON.stringify(stack.view) });
}

holdStack().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
