import { shareTestStack } from './test-stack';

declare global {
  var stopSharedStack: (() => Promise<void>) | undefined;
}

/** Jest's globalSetup of both e2e projects: runs once, before all suites. */
export default async function shareStack(): Promise<void> {
  const stack = await shareTestStack();
  globalThis.stopSharedStack = () => stack.stop();
}
