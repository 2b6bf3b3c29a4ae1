import type { SupplierKind } from '../contract/supplier-options';
import { NO_MARGIN, type TokenMargin } from '../contract/token-margin';

/** Suppliers that speak OpenAI's protocol for models with tokenizers of their own: DashScope, DeepSeek, Zhipu, Moonshot, Ark, and the like. */
const OTHER_TOKENIZERS =
  /(?:^|\.)(?:aliyuncs\.com|deepseek\.com|bigmodel\.cn|z\.ai|moonshot\.(?:cn|ai)|volces\.com|siliconflow\.(?:cn|com)|x\.ai|mistral\.ai|groq\.com|together\.(?:xyz|ai)|fireworks\.ai|openrouter\.ai)$/;
const OF_OTHER_TOKENIZERS: TokenMargin = { factor: 3.5, toolTokens: 0 };

/** As measured: see docs/decisions/0103. Kinds that serve no chat have none. */
const MARGINS: Record<SupplierKind, TokenMargin> = {
  openai: NO_MARGIN,
  anthropic: { factor: 6, toolTokens: 600 },
  gemini: { factor: 3, toolTokens: 0 },
  sandbox: NO_MARGIN,
  dashscope: NO_MARGIN,
  'volcengine-images': NO_MARGIN,
  zhipu: NO_MARGIN,
  tavily: NO_MARGIN,
  bocha: NO_MARGIN,
  serper: NO_MARGIN,
  searxng: NO_MARGIN,
};

export function tokenMargin({ kind, baseUrl }: { kind: SupplierKind; baseUrl: string | null }): TokenMargin {
  if (kind === 'openai' && baseUrl !== null && OTHER_TOKENIZERS.test(new URL(baseUrl).hostname)) return OF_OTHER_TOKENIZERS;
  return MARGINS[kind];
}
