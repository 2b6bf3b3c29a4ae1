import fc from 'fast-check';
import { answerIdentity, chunkWriter } from './chat-completion.view';

const identity = answerIdentity('01a20117-ae3b-7b7d-92ee-0c6e22c5b91e', 'm');
const choice = (content: string) => [{ index: 0, delta: { content }, logprobs: null, finishReason: null }];

describe('a piece of a streamed answer', () => {
  it('is padded to a few lengths with obfuscation, and otherwise unchanged', () => {
    const [plain, obfuscated] = [false, true].map((each) => chunkWriter(identity, { obfuscated: each }));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 800 }), (content) => {
        const piece = obfuscated?.(choice(content)) ?? '';
        expect(Buffer.byteLength(piece) % 512).toBe(0);
        const { obfuscation, ...rest } = JSON.parse(piece) as Record<string, unknown>;
        expect(obfuscation).toMatch(/^[\w-]+$/);
        expect(JSON.stringify(rest)).toBe(plain?.(choice(content)));
      }),
    );
  });
});
