import { startTestStack, type TestStack } from '@shipyard/testing';

/** A stack of which only the gateway and its worker run. */
export function startGatewayStack(environment?: NodeJS.ProcessEnv): Promise<TestStack> {
  return startTestStack({ environment, starts: ['gateway', 'gatewayWorker'] });
}
