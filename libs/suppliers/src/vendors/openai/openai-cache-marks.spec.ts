import { takesOpenAiCacheMark } from './openai-cache-marks';

describe('cache_control at a compatible supplier', () => {
  it.each([
    ['https://openrouter.ai/api/v1', [true, true]],
    ['https://dashscope.aliyuncs.com/compatible-mode/v1', [true, false]],
    ['https://api.openai.com/v1', [false, false]],
    ['https://notopenrouter.ai/v1', [false, false]],
    ['http://127.0.0.1:8000/v1', [false, false]],
  ])('%s takes it for five minutes and an hour: %j', (baseUrl, taken) => {
    expect(
      (['5m', '1h'] as const).map((lifetime) => takesOpenAiCacheMark(baseUrl, { place: 'part', lifetime })),
    ).toEqual(taken);
    expect(takesOpenAiCacheMark(baseUrl, { place: 'tool', lifetime: '5m' })).toBe(false);
  });
});
