import { NO_MARGIN, UNSTATED_MARGIN, widestMargin } from './contract/token-margin';
import { type SupplierKind, tokenMargin } from './registry';

describe("the margin for a supplier's own tokenizer", () => {
  it.each<[SupplierKind, string | null, number]>([
    ['openai', 'https://api.openai.com/v1', 1],
    ['openai', 'http://127.0.0.1:8000/v1', 1],
    ['openai', 'https://mine.openai.azure.com/openai/v1', 1],
    ['openai', 'https://api.deepseek.com/v1', 3.5],
    ['openai', 'https://open.bigmodel.cn/api/paas/v4', 3.5],
    ['openai', 'https://deepseek.com.example/v1', 1],
    ['openai', 'https://notdeepseek.com/v1', 1],
    ['openai', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 3.5],
    ['anthropic', null, 6],
    ['gemini', null, 3],
    ['sandbox', null, 1],
  ])('of the kind %s at %s is %d', (kind, baseUrl, factor) => {
    expect(tokenMargin({ kind, baseUrl }).factor).toBe(factor);
  });

  it.each<[SupplierKind, string | null, number, number]>([
    ['openai', 'https://api.openai.com/v1', 3_800, 10],
    ['openai', 'https://mine.openai.azure.com/openai/v1', 3_800, 10],
    ['openai', 'https://notopenai.com/v1', 4_800, 50],
    ['openai', 'http://127.0.0.1:8000/v1', 4_800, 50],
    ['openai', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 4_800, 50],
    ['anthropic', null, 4_784, Infinity],
    ['gemini', null, Infinity, Infinity],
    ['tavily', null, Infinity, Infinity],
    ['sandbox', null, 0, 0],
  ])('of the kind %s at %s has %d tokens for a page and %d for a second', (kind, baseUrl, page, second) => {
    const { parts } = tokenMargin({ kind, baseUrl });
    expect([parts.page, parts.second]).toEqual([page, second]);
  });

  it('is the widest of all that may be asked', () => {
    expect(widestMargin([])).toBe(NO_MARGIN);
    expect(widestMargin([NO_MARGIN, NO_MARGIN])).toBe(NO_MARGIN);
    const parts = { page: 1, textByte: 2, recording: 3, second: 4 };
    expect(
      widestMargin([
        { factor: 2, toolTokens: 0, parts },
        { factor: 1.5, toolTokens: 600, parts: { ...parts, page: 9 } },
        NO_MARGIN,
      ]),
    ).toEqual({ factor: 2, toolTokens: 600, parts: { ...parts, page: 9 } });
    expect(widestMargin([{ factor: 2, toolTokens: 0, parts }, UNSTATED_MARGIN])).toEqual(UNSTATED_MARGIN);
  });
});
