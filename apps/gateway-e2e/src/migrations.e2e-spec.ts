import { type TestStack } from '@shipyard/testing';
import { officialClient } from './gateway-client';
import { startGatewayStack } from './gateway-stack';

describe('the migrations of the gateway service', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startGatewayStack();
  });

  afterAll(() => stack.stop());

  it('revert with data, leave nothing, and restore the same schema', async () => {
    const client = officialClient(stack.gatewayUrl, stack.credentials.enterprise_key);
    await client.chat.completions.create({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'a' }] });
    await client.images.generate({ model: 'sandbox-image', prompt: 'a' });
    await stack.query('gateway', `UPDATE model_routes SET ignore_parameters = '{seed}'`);
    for (const process of Object.values(stack.processes)) await process.pause();
    const before = await stack.describeSchema('gateway');
    expect(before.filter((line) => line.startsWith('trigger'))).not.toEqual([]);

    await expect(stack.revert('gateway', 'CreateNothing')).rejects.toThrow(/begins with "CreateNothing"/);
    expect(await stack.describeSchema('gateway')).toEqual(before);

    const reverted = await stack.revert('gateway', 'CreateCustomersAndKeys');
    expect(reverted.length).toBeGreaterThan(3);
    const left = await stack.describeSchema('gateway');
    expect(left.filter((line) => !line.includes('migrations') && !line.includes('PK_'))).toEqual([]);

    await stack.prepare('gateway');
    expect(await stack.describeSchema('gateway')).toEqual(before);
    await stack.prepare('gateway');
  });
});
