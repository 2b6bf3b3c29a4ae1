import fc from 'fast-check';
import { SupplierError } from '../../contract/supplier-error';
import { fromGeminiResponse, GeminiEventReader } from './from-gemini-response';

const candidate = (index: number, text: string, finishReason?: string) => ({
  index,
  content: { parts: [{ text }] },
  finishReason,
});

function failsAsSupplier(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(SupplierError);
  }
}

describe("Gemini's answers", () => {
  it('say nothing of whose they are', () => {
    const completion = fromGeminiResponse({
      modelVersion: 'canary',
      responseId: 'canary',
      candidates: [
        {
          finishReason: 'STOP',
          finishMessage: 'canary',
          groundingMetadata: 'canary',
          safetyRatings: ['canary'],
          content: {
            role: 'canary',
            parts: [
              { functionCall: { id: 'canary', name: 'f', args: { a: 1 } }, thoughtSignature: 'canary' },
              { executableCode: { code: 'canary' } },
            ],
          },
        },
      ],
    });
    expect(JSON.stringify(completion)).not.toContain('canary');
    expect(completion).toMatchObject({
      choices: [{ content: { content: null, tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] } }],
      usage: null,
    });
  });

  it.each([
    'OTHER',
    'LANGUAGE',
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'FINISH_REASON_UNSPECIFIED',
    'NEWS',
  ])('that broke off by %s are failures', (reason) => {
    expect(() => fromGeminiResponse({ candidates: [candidate(0, 'a', reason)] })).toThrow(SupplierError);
  });

  it('are whole when every candidate that began has ended, each with its own role and calls', () => {
    const reader = new GeminiEventReader();
    const first = reader.read({ candidates: [candidate(0, 'a'), candidate(1, '')] });
    expect(first.choices).toMatchObject([{ index: 0, delta: { role: 'assistant', content: 'a' } }]);
    reader.read({ candidates: [candidate(0, 'b', 'STOP')] });
    expect(reader.isWhole).toBe(false);
    const last = reader.read({
      candidates: [{ index: 1, content: { parts: [{ functionCall: { name: 'f' } }] }, finishReason: 'STOP' }],
    });
    expect(last.choices).toMatchObject([
      { index: 1, delta: { role: 'assistant', tool_calls: [{ index: 0 }] }, finishReason: 'tool_calls' },
    ]);
    expect(reader.isWhole).toBe(true);
  });

  it('give no usage before it counts what was said: a broken stream is counted here', () => {
    const reader = new GeminiEventReader();
    expect(reader.read({ candidates: [candidate(0, 'a')], usageMetadata: { promptTokenCount: 5 } }).usage).toBeNull();
    expect(
      reader.read({ candidates: [candidate(0, 'a')], usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2 } })
        .usage,
    ).toMatchObject({ completionTokens: 2 });
    expect(
      reader.read({ candidates: [candidate(0, '', 'STOP')], usageMetadata: { promptTokenCount: 5 } }).usage,
    ).toMatchObject({ promptTokens: 5, completionTokens: 0 });
  });

  it('never fail in any other way', () => {
    const body = fc.record({
      candidates: fc.array(fc.record({ index: fc.jsonValue(), content: fc.jsonValue(), finishReason: fc.jsonValue() })),
      promptFeedback: fc.jsonValue(),
      usageMetadata: fc.jsonValue(),
    });
    fc.assert(fc.property(body, (each) => failsAsSupplier(() => fromGeminiResponse(each))));
    fc.assert(
      fc.property(fc.array(body, { maxLength: 4 }), (events) =>
        failsAsSupplier(() => {
          const reader = new GeminiEventReader();
          events.forEach((each) => reader.read(each));
        }),
      ),
    );
    fc.assert(fc.property(fc.jsonValue(), (any) => failsAsSupplier(() => fromGeminiResponse(any))));
  });
});
