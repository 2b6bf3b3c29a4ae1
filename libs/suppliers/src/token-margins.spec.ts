import { NO_MARGIN, widestMargin } from './contract/token-margin';
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

  it('is the widest of all that may be asked', () => {
    expect(widestMargin([])).toBe(NO_MARGIN);
    expect(widestMargin([NO_MARGIN, NO_MARGIN])).toBe(NO_MARGIN);
    expect(widestMargin([{ factor: 2, toolTokens: 0 }, { factor: 1.5, toolTokens: 600 }, NO_MARGIN])).toEqual({
      factor: 2,
      toolTokens: 600,
    });
  });
});
