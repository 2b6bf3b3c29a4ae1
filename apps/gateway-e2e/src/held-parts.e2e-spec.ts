import { randomUUID } from 'node:crypto';
import { callApi, type FakeSupplier, plainPdf, sharedStack, startFakeSupplier, waitUntil } from '@shipyard/testing';
import { catalogRows, units } from './catalog-rows';
import { nanoOf, type OpenAiFailure, Operator } from './gateway-client';
import { metricsOf } from './gateway-metrics';

/** For a supplier that states no figures of its own. */
const TOKENS_PER_PAGE = 4_800;
const INPUT_NANO = 10_000n;

const pdf = (pages: number) => ({
  type: 'file',
  file: {
    filename: 'a.pdf',
    file_data: `data:application/pdf;base64,${plainPdf(pages).toString('base64')}`,
  },
});

/** A-law of 8 kHz: one byte for each sample. */
const recording = (seconds: number) => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(6, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  const data = Buffer.concat([header, Buffer.alloc(seconds * 8_000 - 44)]).toString('base64');
  return { type: 'input_audio', input_audio: { data, format: 'wav' } };
};

describe('the hold for files and recordings', () => {
  const stack = sharedStack();
  let supplier: FakeSupplier;
  let model: string;
  let key: string;
  const operator = new Operator(stack.gatewayUrl, stack.credentials.gateway_admin_key);
  const { owner, newModel, newSupplier } = catalogRows(stack, () => supplier);

  beforeAll(async () => {
    supplier = await startFakeSupplier();
    model = await newModel({ max_input_tokens: 1_000_000, input_modalities: ['text', 'file', 'audio'] });
    await owner.do('POST', `/models/${model}/prices`, { units: units('0.01') });
    const supplier_id = await newSupplier({ api_keys: [supplier.apiKey] });
    await owner.do('POST', `/models/${model}/routes`, { supplier_id, upstream_model: 'm' });
    key = (await owner.customer('100')).secret;
    await waitUntil(
      () => ask({ type: 'text', text: 'Hello' }),
      ({ status }) => status === 200,
    );
  });

  afterAll(async () => {
    await owner.do('PUT', `/models/${model}`, {
      ...(await owner.do<{ model: Record<string, unknown> }>('GET', `/models/${model}`)).model,
      active: false,
      id: undefined,
      created_at: undefined,
    });
    await supplier.close();
  });

  const ask = (part: object, token = key) =>
    callApi<OpenAiFailure>(stack.gatewayUrl, 'POST', '/v1/chat/completions', {
      token,
      json: { model, messages: [{ role: 'user', content: [{ type: 'text', text: randomUUID() }, part] }] },
    });
  const charged = async (part: object, promptTokens: number) => {
    supplier.script({
      kind: 'answer',
      usage: { prompt_tokens: promptTokens, completion_tokens: 0, total_tokens: promptTokens },
    });
    const answer = await ask(part);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const rows = await operator.ledgerOf(answer.headers.get('x-request-id') ?? '');
    const lost = rows.find(({ account, kind }) => account === 'revenue' && kind === 'loss');
    return {
      charged: nanoOf(answer.headers.get('x-gateway-cost-cny') ?? ''),
      lost: lost ? nanoOf(lost.amount_cny) : 0n,
    };
  };

  it('covers a long PDF by its pages', async () => {
    expect(await charged(pdf(105), 500_000)).toEqual({ charged: 500_000n * INPUT_NANO, lost: 0n });
  });

  it('covers a long recording by its seconds', async () => {
    expect(await charged(recording(1_200), 61_000)).toEqual({ charged: 61_000n * INPUT_NANO, lost: 0n });
  });

  it('covers a file that cannot be read up to the longest prompt', async () => {
    const unread = { type: 'file', file: { file_data: Buffer.alloc(2_000).toString('base64'), filename: 'a.docx' } };
    expect(await charged(unread, 900_000)).toEqual({ charged: 900_000n * INPUT_NANO, lost: 0n });
  });

  it.each([
    ['PDF', pdf(105), pdf(1)],
    ['recording', recording(1_200), recording(2)],
  ])('refuses a long %s that the balance cannot pay, before a supplier is called', async (_, long, short) => {
    const { secret } = await owner.customer('0.5');
    const calls = supplier.calls.length;
    const refused = await ask(long, secret);
    expect([refused.status, refused.body.error.code, supplier.calls.length]).toEqual([
      429,
      'insufficient_quota',
      calls,
    ]);
    expect((await ask(short, secret)).status).toBe(200);
  });

  it('shows a charge above it as a loss of the key, and raises the counter of the alarm', async () => {
    const lossesOf = async () =>
      Number(
        new RegExp(`^gateway_losses_total\\{model="${model}",reason="over_hold"[^}]*\\} (\\d+)`, 'm').exec(
          await metricsOf(stack, 'gateway'),
        )?.[1] ?? 0,
      );
    const before = await lossesOf();
    const { charged: paid, lost } = await charged(pdf(10), 500_000);
    const heldTokens = paid / INPUT_NANO;
    // The pages, the text of the message and its frame, and the longest answer.
    expect(heldTokens - 10n * BigInt(TOKENS_PER_PAGE)).toBeGreaterThan(100n);
    expect(heldTokens - 10n * BigInt(TOKENS_PER_PAGE)).toBeLessThan(200n);
    expect(paid + lost).toBe(500_000n * INPUT_NANO);
    expect(await lossesOf()).toBe(before + 1);
    const { items } = await owner.do<{ items: { model: string; reason: string; loss_cny: string }[] }>(
      'GET',
      '/losses?group_by=model,reason,key',
    );
    expect(items.filter((item) => item.model === model)).toEqual([
      expect.objectContaining({ reason: 'over_hold', requests: 1 }),
    ]);
  });
});
