import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { KeyRing } from '@shipyard/platform/sealing';
import { loadTokenizer, type Tokenizer } from '@shipyard/platform/tokenizer';
import { type ChatCall, openSupplier, type SupplierAdapter, type SupplierKind } from '@shipyard/suppliers';
import { lineCostNano, totalCostNano } from './billing/billing.service';
import { chatCost, chatPrices } from './chat/chat-cost';
import { pricesNamed } from './chat/prices-named';
import { ChatMeter } from './chat/chat-meter';
import { parseCny } from './money';
import { countPromptTokens, PromptTokens } from './tokens/prompt-tokens';

interface Bill {
  supplier: string;
  prices: { input_1k_tokens: string; output_1k_tokens: string; cache_read_1k_tokens?: string };
  lines: { unit_type: string; units: number; cost_cny: string }[];
  cost_cny: string;
}

interface Billed {
  completion: unknown;
  stream: string[];
  bill: Bill;
}

const KINDS: SupplierKind[] = ['openai', 'anthropic', 'gemini'];
const VENDORS = path.join(__dirname, '../../../libs/suppliers/src/vendors');
const parts = {
  masterKeys: new KeyRing(new Map([['a', randomBytes(32)]])),
  sandbox: { structured: () => undefined, countPromptTokens },
};

const fixtures = KINDS.flatMap((kind) => {
  const folder = path.join(VENDORS, kind, '__fixtures__');
  const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Partial<Billed>;
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files
    .map(read)
    .flatMap(({ completion, stream = [], bill }) =>
      bill ? [{ kind, supplier: bill.supplier, completion, stream, bill }] : [],
    );
});

describe('the bill of a reasoned answer', () => {
  let server: Server;
  let answer: string;
  let tokenizer: Tokenizer;
  const suppliers: Record<string, SupplierAdapter> = {};
  const call: ChatCall = {
    upstreamModel: 'm',
    parameters: { messages: [{ role: 'user', content: 'a' }] },
    maxOutputTokens: 5,
    apiKey: 'k',
    signal: new AbortController().signal,
    deadlineAt: Infinity,
  };

  beforeAll(async () => {
    tokenizer = await loadTokenizer();
    server = createServer((request, response) => {
      request.resume();
      response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    for (const kind of KINDS)
      suppliers[kind] = openSupplier(
        { id: kind, kind, baseUrl: `http://127.0.0.1:${port}/v1`, internal: true, options: {} },
        parts,
      );
  });

  afterAll(async () => {
    for (const supplier of Object.values(suppliers)) await supplier.close?.();
    await new Promise((resolve) => server.close(resolve));
  });

  const nanoOf = (cny: string) => parseCny(cny) ?? -1n;

  function charge(meter: ChatMeter, { prices }: Bill) {
    const named = Object.entries(prices).map(([unitType, price]) => [unitType, nanoOf(price)]);
    const chargedPrices = chatPrices(pricesNamed(Object.fromEntries(named) as Record<string, bigint>));
    const usage = meter.usage(tokenizer, {
      prices: chargedPrices,
      input: new PromptTokens(tokenizer, {}),
      outputTokens: 5,
    });
    const lines = chatCost(chargedPrices, usage);
    const asBilled = lines.map((line) => ({
      unit_type: line.unitType,
      units: line.units,
      costNano: lineCostNano(line),
    }));
    return { estimated: usage.estimated, lines: asBilled, costNano: totalCostNano(lines) };
  }

  const expected = ({ lines, cost_cny }: Bill) => ({
    estimated: false,
    lines: lines.map(({ unit_type, units, cost_cny: lineCny }) => ({ unit_type, units, costNano: nanoOf(lineCny) })),
    costNano: nanoOf(cost_cny),
  });

  it('exists for each supplier with reasoning models', () => {
    expect(fixtures.map(({ supplier }) => supplier).sort()).toEqual([
      'anthropic',
      'deepseek',
      'gemini',
      'openai',
      'qwen',
      'xai',
      'zhipu',
    ]);
  });

  it.each(fixtures)(
    '$supplier: includes all billed tokens of a complete answer',
    async ({ kind, completion, bill }) => {
      answer = JSON.stringify(completion);
      const meter = new ChatMeter(1);
      meter.addCompletion((await suppliers[kind]?.completeChat?.(call)) ?? { choices: [], usage: null });
      expect(charge(meter, bill)).toEqual(expected(bill));
    },
  );

  it.each(fixtures)('$supplier: includes all billed tokens of a stream', async ({ kind, stream, bill }) => {
    answer = stream.map((event) => `data: ${event}\n\n`).join('');
    const meter = new ChatMeter(1);
    for await (const chunks of suppliers[kind]?.streamChat?.(call) ?? [])
      for (const chunk of chunks) meter.observe(chunk);
    expect(charge(meter, bill)).toEqual(expected(bill));
  });
});
