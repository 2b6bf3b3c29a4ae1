import { readFile, writeFile } from 'node:fs/promises';
import {
  type FakeRequestBody,
  type FakeSupplier,
  startFakeSupplier,
  startTestStack,
  type SupplierBehavior,
  type TestStack,
  writeFakeCatalog,
} from '@shipyard/testing';

export interface ReviewStack {
  stack: TestStack;
  supplier: FakeSupplier;
  stop(): Promise<void>;
}

interface Catalog {
  suppliers: { timeouts: Record<string, number> }[];
  models: { id: string; max_input_tokens: number }[];
}

export async function startReviewStack(
  byDefault: (body: FakeRequestBody) => SupplierBehavior,
  maxInputTokens = 128_000,
  environment: NodeJS.ProcessEnv = {},
): Promise<ReviewStack> {
  const supplier = await startFakeSupplier({ byDefault });
  const file = await writeFakeCatalog(supplier);
  const catalog = JSON.parse(await readFile(file, 'utf8')) as Catalog;
  for (const { timeouts } of catalog.suppliers) timeouts.first_byte_ms = 8_000;
  for (const model of catalog.models) if (model.id === 'fake-chat') model.max_input_tokens = maxInputTokens;
  await writeFile(file, JSON.stringify(catalog));
  const stack = await startTestStack({
    environment: { GATEWAY_CONFIG: file, REVIEW_MODEL: 'fake-chat', ...environment },
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
