interface Words {
  en: string;
  'zh-CN': string;
}

interface UnitTerms {
  /** What it costs as, where it has no price of its own. */
  parent?: string;
}

interface ProductTerms {
  /** As the pages list it: "chat, images and web search". */
  name: Words;
  /**
   * What has a price. A name that ends with `_1k_tokens` is priced by the thousand, the others one by one. Products may
   * share a unit.
   */
  units: Record<string, UnitTerms>;
  /** Every call costs the price of one request. */
  isFlatRate?: true;
  /** The field of its calls that is too long if a model says so. */
  input: string;
  /** Its calls, as the request log names them, and what the start page says of them. Null: nothing. */
  calls: Record<`${'GET' | 'POST'} /v1/${string}`, Words | null>;
  /** What a charged call is called where pages list what it costs. */
  charged?: string;
  /** Groups of routes in the OpenAPI document. If absent: one group with the name of the product. */
  groups?: Record<string, string>;
}

/** How many other models a call may name in `models`. */
export const MAX_FALLBACKS = 8;

/** What the gateway sells. The name of a row is also the scope of the product. */
export const PRODUCT_TERMS = {
  text: {
    name: { en: 'chat', 'zh-CN': '对话' },
    units: {
      input_1k_tokens: {},
      output_1k_tokens: { parent: 'input_1k_tokens' },
      cache_read_1k_tokens: { parent: 'input_1k_tokens' },
      cache_write_1k_tokens: { parent: 'input_1k_tokens' },
      cache_write_1h_1k_tokens: { parent: 'cache_write_1k_tokens' },
      reasoning_1k_tokens: { parent: 'output_1k_tokens' },
      audio_input_1k_tokens: { parent: 'input_1k_tokens' },
      audio_output_1k_tokens: { parent: 'output_1k_tokens' },
      image_input_1k_tokens: { parent: 'input_1k_tokens' },
      image_output_1k_tokens: { parent: 'output_1k_tokens' },
      request: {},
    },
    input: 'messages',
    calls: {
      'POST /v1/chat/completions': {
        en: 'Answers a conversation, whole or as a stream.',
        'zh-CN': '回答一段对话，可以一次返回，也可以流式返回。',
      },
    },
  },
  image: {
    name: { en: 'images', 'zh-CN': '图片' },
    units: { image: {}, request: {} },
    input: 'prompt',
    calls: {
      'POST /v1/images/generations': { en: 'Returns images in the response.', 'zh-CN': '在响应里返回图片。' },
      'POST /v1/images/tasks': {
        en: 'Begins images that you retrieve later.',
        'zh-CN': '开始生成图片，稍后再取。',
      },
      'GET /v1/images/tasks/:id': null,
    },
    groups: { images: 'Images and image tasks', files: 'Downloads of images' },
  },
  search: {
    name: { en: 'web search', 'zh-CN': '网页搜索' },
    units: { request: {} },
    isFlatRate: true,
    input: 'query',
    calls: { 'POST /v1/searches': { en: 'Finds pages on the web.', 'zh-CN': '在网上搜索网页。' } },
    charged: 'a search, even if it finds nothing',
  },
} as const satisfies Record<string, ProductTerms>;

export type Product = keyof typeof PRODUCT_TERMS;

export const PRODUCTS = Object.keys(PRODUCT_TERMS) as Product[];

/** Products of which every call costs the price of one request. */
export type FlatRateProduct = {
  [Each in Product]: (typeof PRODUCT_TERMS)[Each] extends { isFlatRate: true } ? Each : never;
}[Product];

export const isFlatRate = (product: Product): product is FlatRateProduct => 'isFlatRate' in PRODUCT_TERMS[product];

export const endpointsOf = (product: Product): string[] => Object.keys(PRODUCT_TERMS[product].calls);

/** The field of its calls that is too long if a model says so. */
export const inputOf = (product: Product): string => PRODUCT_TERMS[product].input;

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** All products in a sentence: "chat, images and web search". */
export const soldIn = (language: keyof Words): string =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(
    PRODUCTS.map((product) => PRODUCT_TERMS[product].name[language]),
  );

export const nameIn = (language: keyof Words, product: Product): string =>
  capitalized(PRODUCT_TERMS[product].name[language]);

/** What the start page says of the calls, in its order. */
export const aboutCallsIn = (language: keyof Words): Record<string, string> =>
  Object.fromEntries(
    PRODUCTS.flatMap((product) =>
      Object.entries<Words | null>(PRODUCT_TERMS[product].calls).flatMap(([endpoint, about]) =>
        about ? [[endpoint, about[language]]] : [],
      ),
    ),
  );

/** The groups of their routes in the OpenAPI document, by the part of the path after /v1. */
export const PRODUCT_GROUPS: Record<string, string> = Object.fromEntries(
  PRODUCTS.flatMap((product) => {
    const { groups }: ProductTerms = PRODUCT_TERMS[product];
    const [, , part = ''] = endpointsOf(product)[0]?.split('/') ?? [];
    return Object.entries(groups ?? { [part]: nameIn('en', product) });
  }),
);

/** Products of which a call costs the price of one request, with what pages call such a call. */
export const FLAT_RATES = PRODUCTS.flatMap((product) => {
  const { isFlatRate, charged, name }: ProductTerms = PRODUCT_TERMS[product];
  return isFlatRate ? [{ product, charged: charged ?? name.en }] : [];
});
