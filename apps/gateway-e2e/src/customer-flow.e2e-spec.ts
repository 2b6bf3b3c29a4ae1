import { callApi, documentedFetch, sharedStack, waitUntil } from '@shipyard/testing';
import type OpenAI from 'openai';
import sharp from 'sharp';
import { type LedgerItem, nanoOf, officialClient, Operator } from './gateway-client';

describe('the main flow through the gateway', () => {
  const { credentials } = sharedStack();
  const gatewayUrl = credentials.gateway_url;
  const client = officialClient(gatewayUrl, credentials.enterprise_key);
  const operator = new Operator(gatewayUrl, credentials.gateway_admin_key);

  async function expectCharge(requestId: string | null | undefined, costCny: string | null): Promise<LedgerItem[]> {
    if (!requestId) throw new Error('an answer without x-request-id');
    const rows = await operator.ledgerOf(requestId);
    expect(rows.map(({ account, kind }) => `${account} ${kind}`).sort()).toEqual(['customer charge', 'revenue charge']);
    expect(rows.reduce((sum, { amount_cny }) => sum + nanoOf(amount_cny), 0n)).toBe(0n);
    const customerRow = rows.find(({ account }) => account === 'customer');
    expect(nanoOf(customerRow?.amount_cny ?? '')).toBe(-nanoOf(costCny ?? ''));
    const lines = customerRow?.lines ?? [];
    expect(lines.reduce((sum, { amount_cny }) => sum + nanoOf(amount_cny), 0n)).toBe(nanoOf(costCny ?? ''));
    return rows;
  }

  it('lists active models with prices to anyone', async () => {
    const models = await client.models.list();
    expect(models.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['sandbox-chat', 'sandbox-image', 'sandbox-search']),
    );
    const { body } = await callApi<{ data: Record<string, unknown>[] }>(gatewayUrl, 'GET', '/v1/models');
    expect(body.data.find(({ id }) => id === 'sandbox-chat')).toEqual({
      id: 'sandbox-chat',
      object: 'model',
      created: expect.any(Number) as number,
      owned_by: expect.any(String) as string,
      product: 'text',
      display_name: expect.any(String) as string,
      supports_streaming: true,
      supports_function_calling: expect.any(Boolean) as boolean,
      supports_vision: expect.any(Boolean) as boolean,
      max_input_tokens: expect.any(Number) as number,
      max_output_tokens: expect.any(Number) as number,
      input_modalities: ['text'],
      output_modalities: ['text'],
      pricing: {
        currency: 'CNY',
        units: expect.arrayContaining([
          {
            unit_type: 'input_1k_tokens',
            unit_name: expect.any(String) as string,
            price_cny: expect.any(Number) as number,
          },
        ]) as unknown[],
      },
    });
  });

  it('completes a chat and charges it before the last byte', async () => {
    const { data, response } = await client.chat.completions
      .create({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'Say hello' }] })
      .withResponse();
    expect(data).toMatchObject({ object: 'chat.completion', model: 'sandbox-chat' });
    expect(data.choices[0]).toMatchObject({
      index: 0,
      finish_reason: 'stop',
      logprobs: null,
      message: { role: 'assistant', refusal: null },
    });
    expect(data.choices[0]?.message.content).toMatch(/sandbox/i);
    const cost = response.headers.get('x-gateway-cost-cny');
    expect(nanoOf(cost ?? '')).toBeGreaterThan(0n);
    const [row] = await expectCharge(response.headers.get('x-request-id'), cost);
    expect(row?.lines.map(({ unit_type, units }) => [unit_type, units])).toEqual([
      ['input_1k_tokens', data.usage?.prompt_tokens],
      ['output_1k_tokens', data.usage?.completion_tokens],
    ]);
  });

  it('streams the same, with usage only if requested', async () => {
    const ask = async (options: Partial<OpenAI.ChatCompletionCreateParamsStreaming>) => {
      const { data, response } = await client.chat.completions
        .create({ model: 'sandbox-chat', messages: [{ role: 'user', content: 'Say hello' }], stream: true, ...options })
        .withResponse();
      const chunks: OpenAI.ChatCompletionChunk[] = [];
      for await (const chunk of data) chunks.push(chunk);
      return { chunks, requestId: response.headers.get('x-request-id') };
    };
    const plain = await ask({});
    expect(plain.chunks.length).toBeGreaterThan(3);
    expect(new Set(plain.chunks.map(({ id }) => id)).size).toBe(1);
    expect(plain.chunks.every(({ usage, model }) => !usage && model === 'sandbox-chat')).toBe(true);
    expect(plain.chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');

    const counted = await ask({ stream_options: { include_usage: true } });
    const last = counted.chunks.at(-1);
    expect(last?.choices).toEqual([]);
    const cost = (last?.usage as { cost_cny?: number } | undefined)?.cost_cny;
    expect(cost).toBeGreaterThan(0);
    await expectCharge(counted.requestId, cost?.toFixed(9) ?? null);
    expect(await operator.ledgerOf(plain.requestId ?? '')).toHaveLength(2);
  });

  it('draws an image of the requested size, as a link and as bytes', async () => {
    const { data, response } = await client.images
      .generate({ model: 'sandbox-image', prompt: 'A lighthouse', n: 2 })
      .withResponse();
    expect(data.data).toHaveLength(2);
    await expectCharge(response.headers.get('x-request-id'), response.headers.get('x-gateway-cost-cny'));
    const link = data.data?.[0]?.url ?? '';
    const file = await documentedFetch(link);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('image/png');
    const forged = await documentedFetch(link.replace(/signature=./, 'signature=!'));
    expect([forged.status, await forged.json()]).toMatchObject([404, { error: { code: 'file_not_found' } }]);

    const { body: model } = await callApi<{ sizes: string[] }>(gatewayUrl, 'GET', '/v1/models/sandbox-image');
    const size = model.sizes.at(-1) ?? '';
    const bytes = await client.images.generate({
      model: 'sandbox-image',
      prompt: 'A lighthouse',
      size: size,
      response_format: 'b64_json',
    });
    const { width, height, format } = await sharp(Buffer.from(bytes.data?.[0]?.b64_json ?? '', 'base64')).metadata();
    expect(`${width}x${height} ${format}`).toBe(`${size} png`);
  });

  it('runs an image task, charged once, at its first retrieval as succeeded', async () => {
    interface Task {
      id: string;
      status: string;
      data?: { url: string }[];
    }
    const token = credentials.enterprise_key;
    const post = await callApi<Task>(gatewayUrl, 'POST', '/v1/images/tasks', {
      token,
      json: { model: 'sandbox-image', prompt: 'A harbour' },
    });
    expect(post.status).toBe(202);
    const task = post.body;
    expect(task).toMatchObject({
      id: expect.stringMatching(/^imgtask_/) as string,
      object: 'image.task',
      status: 'pending',
    });
    expect(post.headers.get('location')).toContain(task.id);
    expect(post.headers.get('x-gateway-cost-cny')).toBeNull();

    const retrieve = async () => {
      const { body, headers } = await callApi<Task>(gatewayUrl, 'GET', `/v1/images/tasks/${task.id}`, { token });
      return { body, cost: headers.get('x-gateway-cost-cny'), requestId: headers.get('x-request-id') };
    };
    const first = await waitUntil(retrieve, ({ body }) => body.status === 'succeeded' || body.status === 'failed');
    expect(first.body.status).toBe('succeeded');
    const rows = await expectCharge(first.requestId, first.cost);
    expect(rows.map(({ task_id }) => task_id)).toEqual([task.id, task.id]);
    expect((await documentedFetch(first.body.data?.[0]?.url ?? '')).status).toBe(200);

    const again = await Promise.all([retrieve(), retrieve(), retrieve()]);
    for (const { body, cost, requestId } of again) {
      expect(body.status).toBe('succeeded');
      expect(cost).toBeNull();
      expect(await operator.ledgerOf(requestId ?? '')).toEqual([]);
    }
  });

  it('leaves no difference in the reconciliation', async () => {
    const { drift_cny, mismatches } = await operator.reconciliation();
    expect(nanoOf(drift_cny)).toBe(0n);
    expect(mismatches).toEqual([]);
  });
});
