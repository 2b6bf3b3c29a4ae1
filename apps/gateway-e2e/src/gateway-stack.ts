import { startTestStack, type TestStack, type TestStackOptions } from '@shipyard/testing';

export function startGatewayStack(options: TestStackOptions = {}): Promise<TestStack> {
  return startTestStack({ starts: ['gateway', 'gatewayWorker'], ...options });
}
