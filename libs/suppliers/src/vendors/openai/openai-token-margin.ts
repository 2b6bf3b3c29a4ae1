import type { TokenMargin } from '../../contract/token-margin';

const OPENAI = /(?:^|\.)openai(?:\.azure)?\.com$/;
/**
 * A page is text and an image. Models that count patches take up to 1,536 for an image, 2.46 tokens each. A second of
 * speech is 10 tokens, and a part of one counts as a whole.
 */
const OF_OPENAI: TokenMargin = {
  factor: 1,
  toolTokens: 0,
  parts: { page: 3_800, textByte: 1, recording: 10, second: 10 },
};

/** OpenAI-compatible suppliers whose models have their own tokenizers. */
const OTHER_TOKENIZERS =
  /(?:^|\.)(?:aliyuncs\.com|deepseek\.com|bigmodel\.cn|z\.ai|moonshot\.(?:cn|ai)|volces\.com|siliconflow\.(?:cn|com)|x\.ai|mistral\.ai|groq\.com|together\.(?:xyz|ai)|fireworks\.ai|openrouter\.ai)$/;
/**
 * Qwen counts 25 tokens for a second of a recording and Gemini, behind a gateway, 32. Models with Whisper's encoder hear
 * windows of 30 s, of at most 50 tokens a second. Claude's pages, behind a gateway, have the largest images.
 */
const OTHER_PARTS: TokenMargin['parts'] = { page: 4_800, textByte: 2, recording: 1_500, second: 50 };
const OF_OTHER_TOKENIZERS: TokenMargin = { factor: 3.5, toolTokens: 0, parts: OTHER_PARTS };
const OF_OTHER_HOSTS: TokenMargin = { factor: 1, toolTokens: 0, parts: OTHER_PARTS };

export function openAiTokenMargin(baseUrl: string | null): TokenMargin {
  const host = baseUrl === null ? '' : new URL(baseUrl).hostname;
  if (OPENAI.test(host)) return OF_OPENAI;
  return OTHER_TOKENIZERS.test(host) ? OF_OTHER_TOKENIZERS : OF_OTHER_HOSTS;
}
