import {
  fakeCatalog,
  type FakeRequestBody,
  type FakeSupplier,
  startFakeSupplier,
  startTestStack,
  type SupplierBehavior,
  type TestStack,
} from '@shipyard/testing';

export interface ReviewStack {
  stack: TestStack;
  supplier: FakeSupplier;
  stop(): Promise<void>;
}

export async function startReviewStack(
  byDefault: (body: FakeRequestBody) => SupplierBehavior,
  maxInputTokens = 128_000,
  environment: NodeJS.ProcessEnv = {},
): Promise<ReviewStack> {
  const supplier = await startFakeSupplier({ byDefault });
  const catalog = fakeCatalog(supplier);
  for (const { timeouts } of catalog.suppliers) timeouts.first_byte_ms = 8_000;
  for (const model of catalog.models) if (model.id === 'fake-chat') model.max_input_tokens = maxInputTokens;
  const stack = await startTestStack({
    catalog,
    environment: { REVIEW_MODEL: 'fake-chat', ...environment },
    starts: ['submission', 'submissionWorker', 'gateway'],
  });
  return {
    stack,
    supplier,
    stop: async () => {
      await stack.stop();
      await supplier.close();
    },
  };
}
