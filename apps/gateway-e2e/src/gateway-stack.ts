import { startTestStack, type TestStack } from '@shipyard/testing';

export function startGatewayStack(environment?: NodeJS.ProcessEnv): Promise<TestStack> {
  return startTestStack({ environment, starts: ['gateway', 'gatewayWorker'] });
}
