import { type FakeSupplier, startFakeSupplier, type TestStack, writeFakeCatalog } from '@shipyard/testing';
import { startGatewayStack } from './gateway-stack';

export interface FakeStack {
  stack: TestStack;
  supplier: FakeSupplier;
  /** Refuses half of OpenAI's parameters, as the catalog says. */
  strict: FakeSupplier;
  stop(): Promise<void>;
}

const STRICT = {
  output_limit_parameter: 'max_completion_tokens',
  stream_options: false,
  developer_role: false,
  extra_parameters: ['top_k'],
  unsupported_parameters: ['logit_bias', 'n', 'seed'],
  response_formats: ['text', 'json_object'],
};

export async function startFakeStack(): Promise<FakeStack> {
  const supplier = await startFakeSupplier();
  const strict = await startFakeSupplier({
    dialect: {
      refuses: ['max_tokens', 'stream_options', 'developer', ...STRICT.unsupported_parameters],
      takes: STRICT.extra_parameters,
    },
  });
  const catalog = await writeFakeCatalog(supplier, { strict: { supplier: strict, options: STRICT } });
  const stack = await startGatewayStack({ GATEWAY_CONFIG: catalog });
  return {
    stack,
    supplier,
    strict,
    stop: async () => {
      await stack.stop();
      await Promise.all([supplier.close(), strict.close()]);
    },
  };
}
