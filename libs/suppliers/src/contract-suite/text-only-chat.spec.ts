import { startFakeSupplier } from '@shipyard/testing';
import { unsupportedParameter } from '../chat/chat-demands';
import type { ChatCall, SupplierAdapter, SupplierChunk, SupplierCompletion } from '../contract/supplier';
import type { SupplierOptions } from '../contract/supplier-options';
import type { Vendor } from '../contract/vendor';
import { asObjects } from '../http/json-reading';
import type { VendorName } from '../registry';
import { openai } from '../vendors/openai';
import { toOpenAiFailure } from '../vendors/openai/openai-failure';
import { describeChatContract } from './chat-contract';

const TOOLS = ['tools', 'tool_choice', 'parallel_tool_calls'];

const ABILITIES: SupplierOptions = { unsupported_parameters: [...TOOLS, 'reasoning_effort', 'response_format'] };

/** The smallest chat that the suite must accept: text goes in, text comes out, and all else is refused by name. */
class TextOnlySupplier implements SupplierAdapter {
  constructor(private readonly chats: SupplierAdapter) {}

  unsupportedParameter(parameters: Record<string, unknown>): string | undefined {
    return unsupportedParameter(parameters, ABILITIES) ?? unsupportedMessage(parameters.messages);
  }

  async completeChat(call: ChatCall): Promise<SupplierCompletion> {
    const { choices, usage } = (await this.chats.completeChat?.(call)) ?? { choices: [], usage: null };
    return { usage, choices: choices.map((choice) => ({ ...choice, content: withoutThoughts(choice.content) })) };
  }

  async *streamChat(call: ChatCall): AsyncGenerator<SupplierChunk[]> {
    for await (const chunks of this.chats.streamChat?.(call) ?? [])
      yield chunks.map(({ choices, usage }) => ({
        usage,
        choices: choices.map((choice) => ({ ...choice, delta: withoutThoughts(choice.delta) })),
      }));
  }

  async close(): Promise<void> {
    await this.chats.close?.();
  }
}

function unsupportedMessage(messages: unknown): string | undefined {
  for (const [at, { role, tool_calls: calls, content }] of asObjects(messages).entries()) {
    if (role === 'tool') return `messages[${at}].role`;
    if (asObjects(calls).length > 0) return `messages[${at}].tool_calls`;
    const part = asObjects(content).findIndex(({ type }) => type !== 'text');
    if (part >= 0) return `messages[${at}].content[${part}]`;
  }
  return undefined;
}

const withoutThoughts = ({ reasoning_content: _, ...content }: Record<string, unknown>) => content;

const mockVendor: Vendor = {
  ...openai,
  open: ({ options, ...address }, identity) =>
    new TextOnlySupplier(openai.open({ ...address, options: { ...options, ...ABILITIES } }, identity)),
};

jest.mock('../registry', () => ({
  ...jest.requireActual<object>('../registry'),
  VENDOR_NAMES: ['text-only'],
  findVendor: () => mockVendor,
}));

describeChatContract('text-only' as VendorName, {
  start: () => startFakeSupplier({ dialect: { refuses: [...TOOLS, 'response_format', 'reasoning_effort'] } }),
  model: 'text-fake',
  cachedUsage: { prompt_tokens: 1_200, completion_tokens: 12 },
  unreported: ['cachedTokens', 'reasoningTokens'],
  imageUrls: 'refused',
  beginsEmpty: true,
  toFailure: toOpenAiFailure,
});
