import { NO_MARGIN, type TokenMargin } from '../../contract/token-margin';

/** OpenAI-compatible suppliers whose models have their own tokenizers. */
const OTHER_TOKENIZERS =
  /(?:^|\.)(?:aliyuncs\.com|deepseek\.com|bigmodel\.cn|z\.ai|moonshot\.(?:cn|ai)|volces\.com|siliconflow\.(?:cn|com)|x\.ai|mistral\.ai|groq\.com|together\.(?:xyz|ai)|fireworks\.ai|openrouter\.ai)$/;
const OF_OTHER_TOKENIZERS: TokenMargin = { factor: 3.5, toolTokens: 0 };

export function openAiTokenMargin(baseUrl: string | null): TokenMargin {
  return baseUrl !== null && OTHER_TOKENIZERS.test(new URL(baseUrl).hostname) ? OF_OTHER_TOKENIZERS : NO_MARGIN;
}
