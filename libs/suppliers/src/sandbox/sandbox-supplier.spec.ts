import { chatCall, collect, FORMAT, join, WEATHER } from '../contract-suite/chat-samples';
import { SandboxSupplier } from './sandbox-supplier';

describe('the sandbox', () => {
  const sandbox = new SandboxSupplier({
    structured: () => undefined,
    countPromptTokens: (tokenizer, parameters) => tokenizer.count(JSON.stringify(parameters)),
  });

  it.each<[string, object]>([
    ['in words', {}],
    ['in the form of a schema', { response_format: FORMAT }],
    ['by a tool', { tools: [WEATHER], tool_choice: 'required' }],
    ['twice', { n: 2 }],
  ])('answers whole as it streams: %s', async (_, parameters) => {
    const { choices, usage } = await sandbox.completeChat(chatCall('', parameters));
    const chunks = await collect(sandbox.streamChat(chatCall('', parameters)));
    for (const { index, content, finishReason } of choices) {
      const own = chunks.map((chunk) => ({
        ...chunk,
        choices: chunk.choices.filter((choice) => choice.index === index),
      }));
      expect(join(own)).toMatchObject({
        content: { content: content.content ?? '', tool_calls: content.tool_calls ?? [] },
        finishReasons: [finishReason],
      });
    }
    expect(join(chunks).usage).toEqual(usage);
  });
});
