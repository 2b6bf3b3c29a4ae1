import { unsupportedParameter } from './chat-parameters';
import type { SupplierOptions } from './supplier.entity';

const SCHEMA = { type: 'json_schema', json_schema: { name: 'a' } };

describe('the parameters that a supplier honours', () => {
  it.each<[object, SupplierOptions, string | undefined]>([
    [{ messages: [], temperature: 1, logit_bias: {} }, {}, undefined],
    [{ messages: [], top_k: 5 }, {}, 'top_k'],
    [{ messages: [], top_k: 5 }, { extra_parameters: ['top_k'] }, undefined],
    [{ messages: [], top_k: null }, {}, 'top_k'],
    [{ seed: 1 }, { unsupported_parameters: ['seed'] }, 'seed'],
    [{ seed: null }, { unsupported_parameters: ['seed'] }, undefined],
    [{ n: 1 }, { unsupported_parameters: ['n'] }, undefined],
    [{ parallel_tool_calls: true, store: false, presence_penalty: 0 }, { unsupported_parameters: ['parallel_tool_calls', 'store', 'presence_penalty'] }, undefined],
    [{ parallel_tool_calls: false }, { unsupported_parameters: ['parallel_tool_calls'] }, 'parallel_tool_calls'],
    [{ n: 2 }, { unsupported_parameters: ['n'] }, 'n'],
    [{ response_format: SCHEMA }, {}, undefined],
    [{ response_format: SCHEMA }, { response_formats: ['text', 'json_object'] }, 'response_format'],
    [{ response_format: { type: 'json_object' } }, { response_formats: ['text', 'json_object'] }, undefined],
    [{ response_format: null }, { response_formats: ['text'] }, undefined],
  ])('of %j, with %j: %s stands against it', (parameters, options, name) => {
    expect(unsupportedParameter({ ...parameters }, options)).toBe(name);
  });
});
