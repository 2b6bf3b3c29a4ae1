import { rm } from 'node:fs/promises';
import { printStartFailure } from '@shipyard/platform/service-process';
import { SHARED } from './joined-stack';
import { PREPARED, prepareData, startTestStack, type TestStack, type TestStackOptions } from './test-stack';

/**
 * Prepares data to copy and starts as many stacks on copies as the command says, with all processes or with those that
 * it names. Reports the variables by which the suites find them, and ends everything when the suites are gone.
 */
async function holdStacks(count: number, starts: TestStackOptions['starts']): Promise<void> {
  const services = (['submission', 'gateway'] as const).filter(
    (service) => starts === undefined || starts.some((name) => name.startsWith(service)),
  );
  const prepared = await prepareData(services);
  if (prepared !== null) process.env[PREPARED] = prepared;
  const stacks: TestStack[] = [];
  for (let started = 0; started < count; started++) stacks.push(await startTestStack({ starts }));
  process.once('disconnect', () => {
    for (const stack of stacks) void stack.stop();
    if (prepared !== null) void rm(prepared, { recursive: true, force: true });
  });
  process.send?.({ [PREPARED]: prepared ?? undefined, [SHARED]: JSON.stringify(stacks.map(({ view }) => view)) });
}

const [, , count, ...named] = process.argv;
const starts = (['submission', 'submissionWorker', 'gateway', 'gatewayWorker'] as const).filter((name) =>
  named.includes(name),
);

holdStacks(Number(count), starts.length === 0 ? undefined : starts).catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});
